package dev.hira.sim.jit;

import com.google.errorprone.annotations.FormatMethod;
import dev.hira.sim.jit.WarpKernel.Array;
import dev.hira.sim.jit.WarpKernel.Condition;
import dev.hira.sim.jit.WarpKernel.Place;
import dev.hira.sim.jit.WarpKernel.Statement;
import dev.hira.sim.jit.WarpKernel.Way;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a {@link WarpKernel} as PTX. Each thread leaves a hash of its values in the results, and
 * each thread that comes to the end copies the shared arrays of its warp there.
 */
final class WarpKernelText {
    private static final int WORD = 4;
    private static final int GLOBAL_AT = 1024;
    private static final int TILE_AT = 2048;
    private static final int OTHER_AT = 3072;
    private static final int SUMS_AT = 4096;
    private static final String SHARED =
            """
            .shared .align 4 .b32 tile[256]; .shared .align 4 .b32 other[256];
            .shared .align 4 .b32 lock[4]; .shared .align 4 .b32 sum[4];
            """;

    private final WarpKernel kernel;
    private final StringBuilder text = new StringBuilder();
    private final Map<Place, String> hoisted = new HashMap<>();
    private int labels;
    private int registers;
    private int depth;

    private WarpKernelText(WarpKernel kernel) {
        this.kernel = kernel;
    }

    /** Returns the kernel's text, for {@link JitFixture#kernel}. */
    static String of(WarpKernel kernel) {
        WarpKernelText text = new WarpKernelText(kernel);
        text.begin();
        text.write(kernel.body(), "");
        text.end();
        String declared =
                String.format(
                        Locale.ROOT,
                        ".reg .b32 %%v<%d>, %%c<16>, %%i<%d>; .reg .b64 %%a<%d>;"
                                + " .reg .pred %%q<%d>;%n",
                        WarpKernel.VALUES,
                        text.registers + 1,
                        text.registers + 1,
                        text.registers + 1);
        return JitFixture.entry(SHARED, declared + text.text);
    }

    /** Returns where the words of a warp are in the results. */
    static int result(Array array, int warp) {
        return WarpKernel.WORDS * warp
                + switch (array) {
                    case TILE -> TILE_AT;
                    case OTHER -> OTHER_AT;
                    case GLOBAL -> GLOBAL_AT;
                };
    }

    /** Returns where the sum of a warp is in the results. */
    static int sum(int warp) {
        return SUMS_AT + warp;
    }

    private void begin() {
        if (kernel.byLaneId()) {
            line("mov.u32 %%r9, %%laneid;");
        } else {
            line("and.b32 %%r9, %%r2, 31;");
        }
        line("shr.u32 %%r8, %%r2, 5; shl.b32 %%r7, %%r8, 8;");
        for (int i = 0; i < WarpKernel.VALUES; i++) {
            line("mad.lo.u32 %%v%d, %%r2, %d, %d;", i, 2 * i + 3, i);
        }
        line("mov.u32 %%r10, tile; mov.u32 %%r11, other; mul.wide.u32 %%rd7, %%r7, 1;");
        line("add.s64 %%rd8, %%rd2, %d; add.s64 %%rd8, %%rd8, %%rd7;", WORD * GLOBAL_AT);
        line("mov.u32 %%r14, lock; mov.u32 %%r15, sum;");
        if (kernel.warps() == 1) {
            line("shl.b32 %%r16, %%r%d, 2;", kernel.byLaneId() ? 9 : 2);
        } else {
            line("add.u32 %%r10, %%r10, %%r7; add.u32 %%r11, %%r11, %%r7;");
            line("shl.b32 %%r16, %%r8, 2;");
            line("add.u32 %%r14, %%r14, %%r16; add.u32 %%r15, %%r15, %%r16;");
            line("shl.b32 %%r16, %%r9, 2;");
        }
        line("add.u32 %%r12, %%r10, %%r16; add.u32 %%r13, %%r11, %%r16;");
        line("cvt.u64.u32 %%rd9, %%r16; add.s64 %%rd9, %%rd8, %%rd9;");
        if (kernel.hoisted()) {
            for (Statement statement : WarpKernel.all(kernel.body())) {
                if (statement instanceof WarpKernel.Load load) {
                    hoist(load.place());
                } else if (statement instanceof WarpKernel.Store store) {
                    hoist(store.place());
                }
            }
        }
    }

    private void hoist(Place place) {
        if (place.index() != WarpKernel.Index.VALUE && !hoisted.containsKey(place)) {
            hoisted.put(place, address(place));
        }
    }

    private void end() {
        if (kernel.closed()) {
            line("bar.sync 0;");
        }
        line("shl.b32 %%r20, %%r8, 8; cvt.u64.u32 %%rd20, %%r20; add.s64 %%rd20, %%rd20, %%rd2;");
        line("mov.u32 %%r21, 0; mov.u32 %%r22, %%r10; mov.u32 %%r23, %%r11;");
        line("COPY: ld.shared.u32 %%r24, [%%r22]; ld.shared.u32 %%r25, [%%r23];");
        line("st.global.u32 [%%rd20+%d], %%r24;", WORD * TILE_AT);
        line("st.global.u32 [%%rd20+%d], %%r25;", WORD * OTHER_AT);
        line("add.u32 %%r22, %%r22, 4; add.u32 %%r23, %%r23, 4; add.s64 %%rd20, %%rd20, 4;");
        line("add.u32 %%r21, %%r21, 1; setp.lt.u32 %%p9, %%r21, %d;", WarpKernel.WORDS);
        line("@%%p9 bra COPY; mul.wide.u32 %%rd21, %%r8, 4; add.s64 %%rd21, %%rd21, %%rd2;");
        line("ld.shared.u32 %%r24, [%%r15]; st.global.u32 [%%rd21+%d], %%r24;", WORD * SUMS_AT);
        line("OUT:");
        leave();
    }

    private void leave() {
        line("mov.u32 %%r40, 0;");
        for (int i = 0; i < WarpKernel.VALUES; i++) {
            line("mad.lo.u32 %%r40, %%r40, 31, %%v%d;", i);
        }
        line("st.global.u32 [%%rd5], %%r40; ret;");
    }

    /** Writes statements; a {@code Break} leads to the label. */
    private void write(List<Statement> body, String out) {
        body.forEach(statement -> write(statement, out));
    }

    private void write(Statement statement, String out) {
        switch (statement) {
            case WarpKernel.Load load -> line("%s", access(load));
            case WarpKernel.Store store -> line("%s", access(store));
            case WarpKernel.Compute(int to, int from, int factor) -> {
                line("mad.lo.u32 %%v%d, %%v%d, %d, %%v%d;", to, to, factor, from);
                line("add.u32 %%v%d, %%v%d, %%r9;", to, to);
            }
            case WarpKernel.If it -> branch(it, out);
            case WarpKernel.Loop loop -> loop(loop);
            case WarpKernel.Break it -> {
                String predicate = predicate(it.condition());
                line("@%s bra %s;", predicate, out);
            }
            case WarpKernel.Exit it -> exit(it);
            case WarpKernel.Barrier it -> line(it.ofBlock() ? "bar.sync 0;" : "bar.warp.sync -1;");
            case WarpKernel.Locked it -> locked(it);
        }
    }

    private void branch(WarpKernel.If branch, String out) {
        if (branch.guarded() && branch.otherwise().isEmpty()) {
            Statement only = branch.then().getFirst();
            String predicate = predicate(branch.condition());
            line("@%s %s", predicate, access(only));
            return;
        }
        int label = labels++;
        String predicate = predicate(branch.condition());
        if (branch.otherwise().isEmpty()) {
            line("@!%s bra JOIN%d;", predicate, label);
            write(branch.then(), out);
        } else {
            line("@%s bra THEN%d;", predicate, label);
            write(branch.otherwise(), out);
            line("bra JOIN%d; THEN%d:", label, label);
            write(branch.then(), out);
        }
        line("JOIN%d:", label);
    }

    private void loop(WarpKernel.Loop loop) {
        int label = labels++;
        int counter = depth++;
        WarpKernel.Rounds rounds = loop.rounds();
        String out = "DONE" + label;
        line("mad.lo.u32 %%c%d, %%r9, %d, %d;", counter, rounds.factor(), rounds.first());
        line("and.b32 %%c%d, %%c%d, %d;", counter, counter, rounds.mask());
        if (rounds.atLeastOnce()) {
            line("LOOP%d:", label);
            write(loop.body(), out);
            line("sub.u32 %%c%d, %%c%d, 1; setp.ge.s32 %%p8, %%c%d, 0;", counter, counter, counter);
            line("@%%p8 bra LOOP%d; %s:", label, out);
        } else {
            line("LOOP%d: setp.eq.u32 %%p8, %%c%d, 0; @%%p8 bra %s;", label, counter, out);
            line("sub.u32 %%c%d, %%c%d, 1;", counter, counter);
            write(loop.body(), out);
            line("bra LOOP%d; %s:", label, out);
        }
        depth--;
    }

    private void exit(WarpKernel.Exit exit) {
        String predicate = predicate(exit.condition());
        if (exit.shared()) {
            line("@%s bra OUT;", predicate);
        } else {
            int label = labels++;
            line("@!%s bra STAY%d;", predicate, label);
            leave();
            line("STAY%d:", label);
        }
    }

    private void locked(WarpKernel.Locked it) {
        int label = labels++;
        line("@!%s bra FREE%d;", predicate(it.condition()), label);
        line("TRY%d: atom.shared.cas.b32 %%r30, [%%r14], 0, 1; setp.ne.u32 %%p7, %%r30, 0;", label);
        line("@%%p7 bra TRY%d; ld.volatile.shared.u32 %%r31, [%%r15];", label);
        line("add.u32 %%r31, %%r31, %%v%d; st.volatile.shared.u32 [%%r15], %%r31;", it.from());
        line("st.volatile.shared.u32 [%%r14], 0; FREE%d: bar.warp.sync -1;", label);
    }

    private String predicate(Condition condition) {
        int number = condition.number();
        int register = ++registers;
        String set =
                switch (condition.test()) {
                    case LESS -> "setp.lt.u32 %q, %r9, " + number + ";";
                    case BIT -> "and.b32 %i, %r9, " + number + "; setp.ne.u32 %q, %i, 0;";
                    case ONE -> "setp.eq.u32 %q, %r9, " + number + ";";
                    case ODD -> "and.b32 %i, %v" + number + ", 1; setp.ne.u32 %q, %i, 0;";
                    case ARGUMENT -> "and.b32 %i, %r1, " + number + "; setp.ne.u32 %q, %i, 0;";
                };
        line("%s", set.replace("%q", "%q" + register).replace("%i", "%i" + register));
        return "%q" + register;
    }

    /** Writes the address of an access; returns its instruction. */
    private String access(Statement statement) {
        return switch (statement) {
            case WarpKernel.Load(int to, Place place, Way way) -> {
                String where = where(place, way);
                yield "ld" + kind(place, way) + ".u32 %v" + to + ", " + where + ";";
            }
            case WarpKernel.Store(Place place, Way way, int from) -> {
                String where = where(place, way);
                yield "st" + kind(place, way) + ".u32 " + where + ", %v" + from + ";";
            }
            default -> throw new AssertionError(statement);
        };
    }

    private static String kind(Place place, Way way) {
        String space = place.array() == Array.GLOBAL ? ".global" : ".shared";
        return (way.isVolatile() ? ".volatile" : "") + (way.isGeneric() ? "" : space);
    }

    private String where(Place place, Way way) {
        String known = hoisted.get(place);
        String address = known == null ? address(place) : known;
        if (way.isGeneric() && place.array() != Array.GLOBAL) {
            int offset = address.indexOf('+');
            String base = offset < 0 ? address : address.substring(0, offset);
            int register = ++registers;
            line(
                    "cvt.u64.u32 %%a%d, %s; cvta.shared.u64 %%a%d, %%a%d;",
                    register, base, register, register);
            address = "%a" + register + (offset < 0 ? "" : address.substring(offset));
        }
        return "[" + address + "]";
    }

    /** Computes an address; returns its operand. */
    private String address(Place place) {
        boolean global = place.array() == Array.GLOBAL;
        int number = place.number();
        if (place.index() == WarpKernel.Index.AHEAD) {
            String own = global ? "%rd9" : place.array() == Array.TILE ? "%r12" : "%r13";
            return number == 0 ? own : own + "+" + WORD * number;
        }
        String base = global ? "%rd8" : place.array() == Array.TILE ? "%r10" : "%r11";
        if (place.index() == WarpKernel.Index.FIXED) {
            return base + "+" + WORD * number;
        }
        int register = ++registers;
        String index =
                switch (place.index()) {
                    case CIRCLE -> "add.u32 %i, %r9, " + number + "; and.b32 %i, %i, 31;";
                    case PARTNER -> "xor.b32 %i, %r9, " + number + ";";
                    case SPREAD ->
                            "mul.lo.u32 %i, %r9, " + (2 * number + 1) + "; and.b32 %i, %i, 31;";
                    case SHARED -> "shr.u32 %i, %r9, " + number + ";";
                    case VALUE -> "and.b32 %i, %v" + number + ", 31;";
                    case AHEAD, FIXED -> throw new AssertionError(place);
                };
        line("%s", index.replace("%i", "%i" + register));
        if (global) {
            line("mul.wide.u32 %%a%d, %%i%d, 4;", register, register);
            line("add.s64 %%a%d, %%rd8, %%a%d;", register, register);
            return "%a" + register;
        }
        line("shl.b32 %%i%d, %%i%d, 2;", register, register);
        line("add.u32 %%i%d, %s, %%i%d;", register, base, register);
        return "%i" + register;
    }

    @FormatMethod
    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
