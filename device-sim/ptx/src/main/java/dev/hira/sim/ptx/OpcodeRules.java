package dev.hira.sim.ptx;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The instructions of PTX and their operand counts. */
final class OpcodeRules {
    /** Opcode, fewest operands, most operands, and T when all operands have the last type. */
    private static final String TABLE =
            """
            add 3 3 T; sub 3 3 T; mul 3 3 M; mul24 3 3 T; mad 4 4 M; mad24 4 4 T; sad 4 4 T;
            addc 3 3 T; subc 3 3 T; madc 4 4 T; div 3 3 T; rem 3 3 T; abs 2 2 T; neg 2 2 T;
            min 3 4 T; max 3 4 T; popc 2 2 -; clz 2 2 -; bfind 2 2 -; fns 4 4 -; brev 2 2 T;
            bfe 4 4 -; bfi 5 5 -; bmsk 3 3 T; szext 3 3 -; dp4a 4 4 -; dp2a 4 4 -;
            fma 4 4 -; rcp 2 2 T; sqrt 2 2 T; rsqrt 2 2 T; sin 2 2 T; cos 2 2 T; lg2 2 2 T;
            ex2 2 2 T; tanh 2 2 T; testp 2 2 -; copysign 3 3 T; set 3 4 -; setp 3 4 -;
            selp 4 4 -; slct 4 4 -; and 3 3 T; or 3 3 T; xor 3 3 T; not 2 2 T; cnot 2 2 T;
            lop3 5 6 -; shf 4 4 -; shl 3 3 S; shr 3 3 S; mov 2 2 -; shfl 4 5 -; prmt 4 4 -;
            ld 2 4 -; ldu 2 2 -; st 2 3 -; prefetch 1 2 -; prefetchu 1 1 -; applypriority 2 2 -;
            discard 2 2 -; createpolicy 1 5 -; isspacep 2 2 -; cvta 2 2 -; cvt 2 4 -; mapa 3 3 -;
            getctarank 2 2 -; cp 0 9 -; multimem 1 4 -; tensormap 1 5 -; tex 2 7 -; tld4 2 5 -;
            txq 2 3 -; istypep 2 2 -; suld 2 2 -; sust 2 2 -; sured 2 2 -; suq 2 2 -; bra 1 1 -;
            brx 2 2 -; call 1 4 -; ret 0 0 -; exit 0 0 -; bar 0 4 -; barrier 0 4 -;
            membar 0 0 -; fence 0 2 -; atom 2 5 -; red 2 4 -; vote 2 3 -; match 3 3 -;
            activemask 1 1 -; redux 3 3 -; griddepcontrol 0 0 -; elect 2 2 -; mbarrier 1 5 -;
            wmma 2 9 -; mma 4 9 -; ldmatrix 2 3 -; stmatrix 2 3 -; movmatrix 2 2 -;
            wgmma 0 14 -; setmaxnreg 1 1 -; stackrestore 1 1 -; stacksave 1 1 -; alloca 2 3 -;
            brkpt 0 0 -; nanosleep 1 1 -; pmevent 1 1 -; trap 0 0 -; vadd 3 4 -; vsub 3 4 -;
            vabsdiff 3 4 -; vmin 3 4 -; vmax 3 4 -; vshl 3 4 -; vshr 3 4 -; vmad 4 4 -;
            vset 3 4 -; vadd2 4 4 -; vsub2 4 4 -; vavrg2 4 4 -; vabsdiff2 4 4 -; vmin2 4 4 -;
            vmax2 4 4 -; vset2 4 4 -; vadd4 4 4 -; vsub4 4 4 -; vavrg4 4 4 -;
            vabsdiff4 4 4 -; vmin4 4 4 -; vmax4 4 4 -; vset4 4 4 -; clusterlaunchcontrol 1 4 -;
            tcgen05 0 12 -
            """;

    private static final Map<String, Rule> RULES = read();

    private OpcodeRules() {}

    /** How the types of the operands follow from the type of the instruction. */
    enum Typing {
        FREE,
        ALL_ALIKE,
        SHIFT,
        PRODUCT
    }

    /** The operand counts that an instruction allows. */
    record Rule(int fewest, int most, Typing typing) {}

    static @Nullable Rule of(String opcode) {
        return RULES.get(opcode);
    }

    private static Map<String, Rule> read() {
        Map<String, Rule> rules = new HashMap<>();
        for (String row : TABLE.split(";")) {
            String[] cells = row.strip().split(" ");
            Typing typing =
                    switch (cells[3]) {
                        case "T" -> Typing.ALL_ALIKE;
                        case "S" -> Typing.SHIFT;
                        case "M" -> Typing.PRODUCT;
                        default -> Typing.FREE;
                    };
            rules.put(
                    cells[0],
                    new Rule(Integer.parseInt(cells[1]), Integer.parseInt(cells[2]), typing));
        }
        return Map.copyOf(rules);
    }
}
