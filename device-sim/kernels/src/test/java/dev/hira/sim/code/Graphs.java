package dev.hira.sim.code;

import dev.hira.sim.lower.Lowering;
import dev.hira.sim.ptx.PtxModule;
import java.util.ArrayList;
import java.util.List;

/** Routines that tests analyse: graphs without steps, and kernels from text. */
public final class Graphs {
    private static final Value CHOICE = new Value.Special(SpecialRegister.LANEID);

    private Graphs() {}

    /** Returns a routine with these successors for each block; blocks without successors return. */
    static Routine of(int[]... targets) {
        List<BasicBlock> blocks = new ArrayList<>();
        for (int[] next : targets) {
            Exit exit =
                    switch (next.length) {
                        case 0 -> new Exit.Return(0);
                        case 1 -> new Exit.Jump(next[0], 0);
                        case 2 -> new Exit.Branch(CHOICE, next[0], next[1], 0);
                        default ->
                                new Exit.Switch(
                                        CHOICE, java.util.Arrays.stream(next).boxed().toList(), 0);
                    };
            blocks.add(new BasicBlock(blocks.size(), List.of(), exit));
        }
        return new Routine("graph", 0, 16, List.of(), blocks, List.of(), List.of(), 0);
    }

    static int[] to(int... targets) {
        return targets;
    }

    /** Returns a kernel with this body. */
    public static Routine kernel(String body) {
        return program(body).kernel();
    }

    public static Program program(String body) {
        PtxModule module =
                PtxModule.parse(
                        """
                        .version 9.0
                        .target sm_75
                        .address_size 64
                        .const .align 4 .f32 table[4];
                        .func (.param .b32 r) same(.param .b32 x) {
                        .reg .b32 %v<2>;
                        ld.param.b32 %v1, [x];
                        st.param.b32 [r], %v1;
                        ret; }
                        .entry k(.param .u64 out, .param .u32 n) {
                        .local .align 8 .b8 depot[16];
                        .reg .pred %p<9>;
                        .reg .b32 %r<19>;
                        .reg .f32 %f<9>;
                        .reg .b64 %rd<9>;
                        ld.param.u64 %rd1, [out];
                        ld.param.u32 %r1, [n];
                        mov.u32 %r2, %tid.x;
                        """
                                + body
                                + "\n}\n");
        module.check();
        return Lowering.program(module, module.kernels().getFirst());
    }

    /** Returns the register with this name. */
    static Register register(Routine routine, String name) {
        return routine.registers().stream()
                .filter(register -> register.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + routine.registers()));
    }

    /** Returns the names of registers, given by number. */
    public static List<String> names(Routine routine, java.util.BitSet registers) {
        return registers.stream()
                .mapToObj(i -> routine.registers().get(i).name())
                .sorted()
                .toList();
    }
}
