package dev.hira.bench.programs;

import java.util.List;
import java.util.Locale;

/** What happens to a program's VM before one of its calls. */
public enum Disturbance {
    SUSPEND("the VM is suspended and resumed", Loss.NOTHING),
    MOVE("the VM moves to the other server", Loss.NOTHING),
    RESTORE("the VM is suspended and restored from a checkpoint", Loss.NOTHING),
    CUT_PROGRAM("the connection between program and router is cut", Loss.NOTHING),
    CUT_SERVER("the connection between router and server is cut", Loss.NOTHING),
    ROUTER("the router is restarted, and the VM has protection = none", Loss.NOTHING),
    ROUTER_REBUILD("the router is restarted, and the VM has protection = rebuild", Loss.NOTHING),
    ROUTER_TRANSPARENT(
            "the router is restarted, and the VM has protection = transparent", Loss.NOTHING),
    KILL_UNPROTECTED("the server dies, and the VM has protection = none", Loss.SESSION),
    KILL_REBUILD("the server dies, and the VM has protection = rebuild", Loss.MEMORY),
    KILL_TRANSPARENT("the server dies, and the VM has protection = transparent", Loss.NOTHING);

    /** What the program loses. */
    enum Loss {
        NOTHING,
        MEMORY,
        SESSION
    }

    private final String text;
    private final Loss loss;

    Disturbance(String text, Loss loss) {
        this.text = text;
        this.loss = loss;
    }

    Loss loss() {
        return loss;
    }

    /** Returns the protection of the VM. */
    String protection() {
        return switch (this) {
            case KILL_REBUILD, ROUTER_REBUILD -> "rebuild";
            case KILL_TRANSPARENT, ROUTER_TRANSPARENT -> "transparent";
            default -> "none";
        };
    }

    /** Whether the VM leaves its server, which must have no work that it cannot save. */
    boolean leaves() {
        return this == SUSPEND || this == RESTORE || this == MOVE;
    }

    /** Whether sessions must go on in the router's next process. */
    boolean restartsRouter() {
        return this == ROUTER || this == ROUTER_REBUILD || this == ROUTER_TRANSPARENT;
    }

    /** Returns what happens, as a sentence. */
    String text() {
        return text;
    }

    /** Returns everything that can happen. */
    public static List<Disturbance> all() {
        return List.of(values());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
