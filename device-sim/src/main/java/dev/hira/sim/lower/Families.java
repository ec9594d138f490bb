package dev.hira.sim.lower;

import java.util.HashMap;
import java.util.Map;

/** The families by the opcodes of their instructions. */
final class Families {
    private static final Map<String, Family> BY_OPCODE = new HashMap<>();

    static {
        put(Moves::move, "mov");
        put(Moves::convertAddress, "cvta");
        put(Moves::isInSpace, "isspacep");
        put(Carries::lower, "addc", "subc", "madc");
        put(Arithmetic::maybeCarrying, "add", "sub", "mad");
        put(Converts::lower, "cvt");
        put(Predicates::compare, "setp");
        put(Predicates::set, "set");
        put(Predicates::select, "selp");
        put(Predicates::tableLogic, "lop3");
        put(VideoWords::lower, "vadd", "vsub", "vabsdiff", "vmin", "vmax");
        put(VideoWords::lower, "vset", "vshl", "vshr");
        put(VideoProducts::lower, "vmad");
        put(VideoVectors::lower, "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2");
        put(VideoVectors::lower, "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4");
        put(VideoVectors::lower, "vset2", "vset4");
        put(Memory::load, "ld", "ldu");
        put(Memory::store, "st");
        put(Copies::lower, true, "cp");
        put(Atomics::atomic, "atom");
        put(Atomics::reduction, "red");
        put(Mbarriers::lower, "mbarrier");
        put(Hints::fence, "membar", "fence");
        put(Hints::ignored, "prefetch", "prefetchu", "applypriority", "discard");
        put(Hints::ignored, "nanosleep", "pmevent", "griddepcontrol", "setmaxnreg");
        put(Hints::policy, "createpolicy");
        put(Stack::lower, "alloca", "stacksave", "stackrestore");
        put(Control::branch, true, "bra");
        put(Control::indexedBranch, true, "brx");
        put(Control::end, true, "ret", "exit", "trap", "brkpt");
        put(Calls::call, true, "call");
        put(Barriers::lower, true, "bar", "barrier");
        put(Warps::shuffle, true, "shfl");
        put(Warps::vote, true, "vote");
        put(Warps::match, true, "match");
        put(Warps::activeMask, true, "activemask");
        put(Warps::reduce, true, "redux");
        put(Warps::elect, true, "elect");
    }

    private Families() {}

    private static void put(Family family, String... opcodes) {
        put(family, false, opcodes);
    }

    private static void put(Family family, boolean endsBlocks, String... opcodes) {
        for (String opcode : opcodes) {
            BY_OPCODE.put(opcode, endsBlocks ? family.endingBlocks() : family);
        }
    }

    /** The family of an opcode; arithmetic for those that no other claims. */
    static Family of(String opcode) {
        return BY_OPCODE.getOrDefault(opcode, Arithmetic::lower);
    }
}
