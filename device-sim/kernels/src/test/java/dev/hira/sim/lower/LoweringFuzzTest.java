package dev.hira.sim.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.lower.build.LoweringException;
import dev.hira.sim.ptx.text.PtxException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that arbitrary kernels are either lowered according to the rules or refused, with no other
 * outcome.
 */
@Tag("thorough")
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class LoweringFuzzTest {
    private static final int INSTRUCTIONS = 30_000;
    private static final int MUTANTS = 1_500;
    private static final long SEED = 20_261_121;

    private static final String[] OPCODES =
            """
            add sub mul mad mul24 sad addc subc madc div rem abs neg min max popc clz bfind fns brev
            bfe bfi bmsk szext dp4a dp2a fma rcp sqrt rsqrt sin cos lg2 ex2 tanh testp copysign set
            setp selp slct and or xor not cnot lop3 shf shl shr mov shfl prmt ld ldu st prefetch
            createpolicy isspacep cvta cvt cp tex bra brx call ret exit bar barrier membar fence
            atom red vote match activemask redux elect mbarrier wmma alloca stacksave stackrestore
            brkpt nanosleep trap vadd vmin vset4 vabsdiff4
            """
                    .split("\\s+");
    private static final String[] MODIFIERS =
            """
            .u8 .s8 .u16 .s16 .b16 .u32 .s32 .b32 .u64 .s64 .b64 .b128 .f16 .f16x2 .bf16 .f32 .f64
            .tf32 .pred .texref .lo .hi .wide .cc .rn .rz .sat .ftz .approx .and .or .xor .eq .lt
            .ne .add .max .exch .cas .inc .global .shared .local .param .const .v2 .v4 .v8 .volatile
            .acquire .relaxed .gpu .sync .down .idx .ballot .all .any .red .popc .warp .arrive .to
            .uni .async .ca .cg .commit_group .noftz .l .clamp .aligned .nc
            """
                    .split("\\s+");
    private static final String[] OPERANDS =
            """
            %r1 %r2 %rs1 %rd1 %rd2 %f1 %fd1 %p1 %p2 %v %v.x %tid %tid.x %clock64 %laneid _ 0 1 -1 16
            0f3F800000 0d3FF0000000000000 [%rd1] [%rd1+4] [%r1] [%rs1] [p] [s+4] [tile] [depot+8]
            [word] [table] [8] tile depot word s p twice swapped label list proto word+4 !%p1 !%r1
            -%r1 -%p1 %p1|%p2 %r1|%p1 _|%p1 {%r1,%r2} {%rs1,%rs2} {%rs1,%r1} {%f1,_} {} {%r1}
            {%r1,%r2,%r1,%r2} (%r1) () (%r1,%r2) (s) %r1.b0 generic(tile) generic(depot) [%v] 5.5
            """
                    .strip()
                    .split("\\s+");

    private final Random random = new Random(SEED);

    private String any(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String instruction() {
        StringBuilder text = new StringBuilder();
        if (random.nextInt(4) == 0) {
            text.append(random.nextBoolean() ? "@%p1 " : "@!%p2 ");
        }
        text.append(any(OPCODES));
        for (int modifiers = random.nextInt(5); modifiers > 0; modifiers--) {
            text.append(any(MODIFIERS));
        }
        String separator = " ";
        for (int operands = random.nextInt(6); operands > 0; operands--) {
            text.append(separator).append(any(OPERANDS));
            separator = ", ";
        }
        return text.append(';').toString();
    }

    private static boolean isLowered(String text, String which) {
        try {
            ProgramRules.check(Texts.program(text));
            return true;
        } catch (PtxException | LoweringException refused) {
            assertThat(refused.getMessage()).isNotEmpty();
            return false;
        } catch (RuntimeException | AssertionError | StackOverflowError broken) {
            throw new AssertionError("Seed " + SEED + ", " + which + ":\n" + text, broken);
        }
    }

    @Test
    void shouldLowerOrRefuseAnyInstruction() {
        int lowered = 0;
        for (int i = 0; i < INSTRUCTIONS; i++) {
            String instruction = instruction();
            String body =
                    "list: .branchtargets label;\n"
                            + "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                            + instruction
                            + "\nlabel: ret;\n";
            lowered += isLowered(Texts.around(body), "instruction " + i) ? 1 : 0;
        }
        assertThat(lowered).as("lowered instructions of seed " + SEED).isGreaterThan(300);
    }

    @Test
    void shouldLowerOrRefuseKernelsWithMixedWords() {
        List<String> kernels =
                Texts.files(Texts.KERNELS, ".ptx").stream()
                        .filter(file -> !file.toString().contains("math"))
                        .map(Texts::read)
                        .toList();
        int lowered = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String[] words = kernels.get(random.nextInt(kernels.size())).split("(?<=[\\s,;.])");
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                words[random.nextInt(words.length)] = any(words);
            }
            lowered += isLowered(String.join("", words), "mutant " + i) ? 1 : 0;
        }
        assertThat(lowered).as("lowered mutants of seed " + SEED).isBetween(100, MUTANTS - 100);
    }
}
