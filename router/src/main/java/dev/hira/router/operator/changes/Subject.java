package dev.hira.router.operator.changes;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * A thing that operators change.
 *
 * @param name among the subjects of its kind; empty if there is only one
 */
public record Subject(Kind kind, String name) implements Comparable<Subject> {
    private static final Comparator<Subject> ORDER =
            Comparator.comparing(Subject::kind).thenComparing(Subject::name);

    /** The operator's rules. */
    static final Subject RULES = new Subject(Kind.RULES, "");

    /** The version of all grants. */
    static final Subject GRANTS = new Subject(Kind.GRANTS, "");

    @Override
    public int compareTo(Subject other) {
        return ORDER.compare(this, other);
    }

    /** Whether it is about this VM. */
    public boolean isOfVm(String vm) {
        return kind.words.equals("VM") && name.equals(vm);
    }

    /** Returns its name for people, for example {@code class gold}. */
    @Override
    public String toString() {
        return (kind.words + " " + name).strip();
    }

    /** Kinds of subjects. Configuration files can have subjects of the first five. */
    public enum Kind {
        CLASS(1, "class"),
        VM_GRANT(2, "VM"),
        VM_CLASS(3, "VM"),
        SCHEDULER(4, "device"),
        RULES(5, "rules"),
        STANDING(6, "VM"),
        DRAIN(7, "server"),
        GRANTS(8, "grants");

        private final int number;
        private final String words;

        Kind(int number, String words) {
            this.number = number;
            this.words = words;
        }

        /** Returns its number in files, that of {@code hira.state.v1.SubjectKind}. */
        int number() {
            return number;
        }

        static Optional<Kind> of(int number) {
            return Arrays.stream(values()).filter(kind -> kind.number == number).findFirst();
        }

        /** Whether it belongs to the policy, which can be rolled back. */
        public boolean isPolicy() {
            return number <= RULES.number;
        }
    }
}
