package dev.hira.sim.jit;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The body of a random kernel: computations, branches, loops, memory, barriers and exchanges among
 * lanes. All registers are written before they are read, loops end, and nothing depends on which
 * thread runs first.
 */
final class RandomBody {
    private static final int FIRST = 10;
    private static final int COUNT = 12;

    private static final String[] BINARY = {
        "add.u32",
        "sub.u32",
        "mul.lo.u32",
        "mul.hi.s32",
        "and.b32",
        "or.b32",
        "xor.b32",
        "min.s32",
        "max.u32",
        "div.u32",
        "rem.s32",
        "shl.b32",
        "shr.u32",
        "shr.s32",
        "add.sat.s32"
    };
    private static final String[] COMPARE = {"eq.u32", "ne.s32", "lt.s32", "ge.u32", "gt.s32"};
    private static final String[] SINGLE = {"add.rn.f32", "mul.rn.f32", "sub.rn.ftz.f32"};

    private static final String[] SMALL = {"e4m3x2", "e5m2x2"};
    private static final String[] RELU = {"", ".relu"};

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();
    private int labels;

    private RandomBody(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The text of a body for {@link JitFixture#entry}. */
    static String of(long seed) {
        RandomBody body = new RandomBody(seed);
        body.write();
        return body.text.toString();
    }

    private void write() {
        for (int i = 0; i < COUNT; i++) {
            int register = FIRST + i;
            line("ld.global.u32 %%r%d, [%%rd4+%d];", register, 4 * random.nextInt(64));
        }
        line("setp.eq.u32 %%p6, %%r2, 0; @%%p6 mbarrier.init.shared.b64 [phases], %%r4;");
        line("bar.sync 0;");
        line("mov.u32 %%r40, cells; shl.b32 %%r41, %%r2, 2; add.u32 %%r40, %%r40, %%r41;");
        int sections = 2 + random.nextInt(4);
        for (int i = 0; i < sections; i++) {
            steps(2 + random.nextInt(8), 2);
            meet();
        }
        line("mov.u32 %%r42, 0;");
        for (int i = 0; i < COUNT; i++) {
            line("mad.lo.u32 %%r42, %%r42, 31, %%r%d;", FIRST + i);
        }
        line("st.global.u32 [%%rd5], %%r42; ret;");
    }

    private void steps(int count, int depth) {
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(depth > 0 ? 11 : 9)) {
                case 0, 1 ->
                        line("%s %s, %s, %s;", one(BINARY), register(), register(), register());
                case 2 -> line("%s %s, %s, %d;", one(BINARY), register(), register(), number());
                case 3 -> guarded();
                case 4 -> single();
                case 5 -> wide();
                case 6 -> local();
                case 7 -> small();
                case 8 -> longPair();
                case 9 -> branch(depth - 1);
                default -> loop(depth - 1);
            }
        }
    }

    private void guarded() {
        compare("%p1");
        line("@%%p1 add.u32 %s, %s, %d;", register(), register(), number());
        line("selp.b32 %s, %s, %s, %%p1;", register(), register(), register());
    }

    /** Replaces NaN, since its bits are unspecified. */
    private void single() {
        line("mov.b32 %%f1, %s; mov.b32 %%f2, %s;", register(), register());
        line("%s %%f3, %%f1, %%f2; fma.rn.f32 %%f3, %%f3, %%f1, %%f2;", one(SINGLE));
        line("setp.nan.f32 %%p2, %%f3, %%f3; selp.f32 %%f3, 0f3F800000, %%f3, %%p2;");
        line("mov.b32 %s, %%f3;", register());
    }

    private void wide() {
        line("mul.wide.s32 %%rd10, %s, %s;", register(), register());
        line("cvt.u64.u32 %%rd11, %s; add.s64 %%rd10, %%rd10, %%rd11;", register());
        line("shr.u64 %%rd10, %%rd10, %d; cvt.u32.u64 %s, %%rd10;", random.nextInt(40), register());
        line("cvt.s8.s32 %%h1, %s; cvt.u32.u16 %%r43, %%h1;", register());
        line("xor.b32 %s, %s, %%r43;", register(), register());
    }

    private void local() {
        int place = 4 * random.nextInt(16);
        line("st.local.v2.u32 [stack+%d], {%s, %s};", place & -8, register(), register());
        line(
                "ld.local.u16 %%r44, [stack+%d]; add.u32 %s, %s, %%r44;",
                place, register(), register());
    }

    private void small() {
        line("cvt.rn.satfinite.%s.f16x2 %%h2, %s;", one(SMALL), register());
        line("cvt.rn%s.f16x2.%s %s, %%h2;", one(RELU), one(SMALL), register());
    }

    private void longPair() {
        int place = 16 * random.nextInt(4);
        line("mov.b64 %%rd12, {%s, %s};", register(), register());
        line("mov.b64 %%rd13, {%s, %s};", register(), register());
        line("mov.b128 %%q1, {%%rd12, %%rd13}; st.local.b128 [stack+%d], %%q1;", place);
        line("ld.local.b128 %%q2, [stack+%d]; mov.b128 {%%rd13, %%rd12}, %%q2;", place);
        line("mov.b64 {%s, _}, %%rd13; mov.b64 {_, %s}, %%rd12;", register(), register());
    }

    private void branch(int depth) {
        int label = labels++;
        compare("%p3");
        line("@%%p3 bra ELSE%d;", label);
        steps(1 + random.nextInt(3), depth);
        line("bra JOIN%d; ELSE%d:", label, label);
        steps(1 + random.nextInt(3), depth);
        line("JOIN%d:", label);
    }

    private void loop(int depth) {
        int label = labels++;
        int counter = 46 + depth;
        line("and.b32 %%r%d, %s, 7; LOOP%d:", counter, register(), label);
        steps(1 + random.nextInt(3), depth);
        line("sub.u32 %%r%d, %%r%d, 1; setp.gt.s32 %%p4, %%r%d, 0;", counter, counter, counter);
        line("@%%p4 bra LOOP%d;", label);
    }

    private void meet() {
        switch (random.nextInt(5)) {
            case 0 -> {
                line("bar.sync 0; st.shared.u32 [%%r40], %s; bar.sync 0;", register());
                line("xor.b32 %%r45, %%r41, %d; mov.u32 %%r48, cells;", 4 << random.nextInt(5));
                line("add.u32 %%r45, %%r45, %%r48; ld.shared.u32 %s, [%%r45];", register());
            }
            case 1 ->
                    line(
                            "shfl.sync.bfly.b32 %s, %s, %d, 31, -1;",
                            register(), register(), 1 << random.nextInt(5));
            case 2 -> {
                compare("%p5");
                line(
                        "vote.sync.ballot.b32 %%r49, %%p5, -1; xor.b32 %s, %s, %%r49;",
                        register(), register());
            }
            case 3 -> waitForAll();
            default -> line("atom.shared.add.u32 %%r50, [sum], %s;", register());
        }
    }

    private void waitForAll() {
        int label = labels++;
        line("mbarrier.arrive.shared.b64 %%rd14, [phases];");
        line("WAIT%d: mbarrier.try_wait.shared.b64 %%p7, [phases], %%rd14;", label);
        line("@!%%p7 bra WAIT%d; mbarrier.pending_count.b64 %%r51, %%rd14;", label);
    }

    private void compare(String predicate) {
        line("setp.%s %s, %s, %s;", one(COMPARE), predicate, register(), register());
    }

    private String register() {
        return "%r" + (FIRST + random.nextInt(COUNT));
    }

    private int number() {
        return random.nextBoolean() ? random.nextInt(40) : random.nextInt();
    }

    private String one(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    @FormatMethod
    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
