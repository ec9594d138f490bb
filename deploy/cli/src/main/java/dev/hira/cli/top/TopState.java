package dev.hira.cli.top;

import dev.hira.admin.v1.Vm;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the user of {@code top} chose by keys: the order, the filter, the marked VM, its details.
 */
final class TopState {
    private static final int ESCAPE = 27;
    private static final int RETURN = '\n';
    private static final int CARRIAGE = '\r';
    private static final int DELETE = 127;
    private static final int BACKSPACE = 8;

    private TopOrder order;
    private String filter = "";
    private boolean typing;
    private boolean details;

    /** The number of lines of details above the screen. */
    private int scrolled;

    private boolean ended;

    /** The marked VM; empty: the first. */
    private String marked = "";

    /** The bytes of an unfinished sequence of a cursor key. */
    private String sequence = "";

    TopState(TopOrder order) {
        this.order = order;
    }

    /** Returns the snapshot in this order, with the VMs that the filter leaves. */
    Snapshot of(Snapshot snapshot) {
        Snapshot sorted = snapshot.in(order);
        List<Vm> vms =
                sorted.vms().stream()
                        .filter(vm -> vm.getName().toLowerCase(Locale.ROOT).contains(filter))
                        .toList();
        return new Snapshot(sorted.status(), sorted.devices(), vms);
    }

    /** Returns the marked VM of the shown ones. */
    Optional<Vm> marked(Snapshot shown) {
        List<Vm> vms = shown.vms();
        return vms.isEmpty() ? Optional.empty() : Optional.of(vms.get(index(shown)));
    }

    private int index(Snapshot shown) {
        List<String> names = shown.vms().stream().map(Vm::getName).toList();
        return Math.max(0, names.indexOf(marked));
    }

    boolean hasEnded() {
        return ended;
    }

    /** Whether to show the marked VM alone. */
    boolean showsDetails() {
        return details;
    }

    /** Returns the line that tells the order, the filter and the keys. */
    String line() {
        String shown =
                typing || !filter.isEmpty() ? "   filter: " + filter + (typing ? "_" : "") : "";
        return details
                ? "up, down: scroll   Esc: back   q: end"
                : "by " + order + shown + "   u m w n: sort   /: filter   Return: details   q: end";
    }

    /**
     * Handles a key.
     *
     * @param shown the snapshot on the screen, filtered and sorted
     */
    void press(int key, Snapshot shown) {
        if (key == Screen.NO_KEY || sequence.isEmpty() || continues(key)) {
            pressed(key, shown);
        } else {
            sequence = "";
            escape();
            pressed(key, shown);
        }
    }

    private boolean continues(int key) {
        return sequence.length() != 1 || key == '[' || key == 'o';
    }

    private void pressed(int key, Snapshot shown) {
        if (key == Screen.END) {
            ended = true;
        } else if (key == Screen.NO_KEY) {
            if (!sequence.isEmpty()) {
                sequence = "";
                escape();
            }
        } else if (!sequence.isEmpty() || key == ESCAPE) {
            cursor(key, shown);
        } else if (typing) {
            type(key);
        } else {
            command(key, shown);
        }
    }

    /** Takes a byte of a cursor key: escape, a bracket and a letter. */
    private void cursor(int key, Snapshot shown) {
        sequence += (char) key;
        if (sequence.length() == 3) {
            int step = key == 'a' ? -1 : key == 'b' ? 1 : 0;
            sequence = "";
            mark(step, shown);
        }
    }

    /** Returns the number of lines of details to leave out, of at most this many. */
    int scrolled(int most) {
        scrolled = Math.clamp(scrolled, 0, most);
        return scrolled;
    }

    private void mark(int step, Snapshot shown) {
        if (details) {
            scrolled += step;
            return;
        }
        int count = shown.vms().size();
        if (count > 0) {
            marked = shown.vms().get(Math.clamp(index(shown) + step, 0, count - 1)).getName();
        }
    }

    /** Leaves the innermost mode. */
    private void escape() {
        if (details) {
            details = false;
        } else {
            typing = false;
            filter = "";
        }
    }

    private void type(int key) {
        switch (key) {
            case RETURN, CARRIAGE -> typing = false;
            case DELETE, BACKSPACE ->
                    filter = filter.substring(0, Math.max(0, filter.length() - 1));
            default -> filter += key < ' ' ? "" : Character.toString(key);
        }
    }

    private void command(int key, Snapshot shown) {
        switch (key) {
            case Screen.QUIT -> ended = true;
            case '/' -> {
                typing = true;
                details = false;
                filter = "";
            }
            case RETURN, CARRIAGE -> {
                mark(0, shown);
                details = !shown.vms().isEmpty();
                scrolled = 0;
            }
            case 'j' -> mark(1, shown);
            case 'k' -> mark(-1, shown);
            default -> order = TopOrder.ofKey(key).orElse(order);
        }
    }
}
