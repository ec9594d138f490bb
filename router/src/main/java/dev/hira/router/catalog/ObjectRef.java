package dev.hira.router.catalog;

import dev.hira.router.catalog.RecordRule.Formula;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.Packed;
import java.util.Arrays;

/** A rule that finds the objects of a call. Types are tags of {@link ObjectType}s. */
public sealed interface ObjectRef {
    /** The type that stands for the session as a whole. */
    int SESSION = 0;

    int type();

    /** Returns the names of the objects; empty when the call names none. */
    long[] names(CallValues call);

    /** The object named by a field of the arguments. */
    record Argument(int type, int field) implements ObjectRef {
        @Override
        public long[] names(CallValues call) {
            return named(number(call.args(), field));
        }
    }

    /** The objects named by a list in the arguments. */
    record Arguments(int type, int field) implements ObjectRef {
        @Override
        public long[] names(CallValues call) {
            long[] names = {};
            ArgsReader in = call.args();
            while (in.next()) {
                if (in.field() == field) {
                    names = Packed.longs(in.bytes());
                }
            }
            return Arrays.stream(names).filter(name -> name != 0).toArray();
        }
    }

    /** The object with a name that is computed from the arguments rather than sent. */
    record Computed(int type, Formula name) implements ObjectRef {
        @Override
        public long[] names(CallValues call) {
            return named(name.of(call));
        }
    }

    /** The object that the device named in a field of the returned values. */
    record Returned(int type, int field) implements ObjectRef {
        @Override
        public long[] names(CallValues call) {
            return named(number(call.results(), field));
        }
    }

    /** The calling lane's current object. */
    record Current(int type) implements ObjectRef {
        @Override
        public long[] names(CallValues call) {
            return named(call.current(type));
        }
    }

    /** The session as a whole, which has no name. */
    record Session() implements ObjectRef {
        @Override
        public int type() {
            return SESSION;
        }

        @Override
        public long[] names(CallValues call) {
            return new long[0];
        }
    }

    private static long[] named(long name) {
        return name == 0 ? new long[0] : new long[] {name};
    }

    /**
     * Returns a number among fields; 0 when it is missing. The last one counts, as it does for
     * servers.
     */
    static long number(ArgsReader in, int field) {
        long number = 0;
        while (in.next()) {
            if (in.field() == field) {
                number = in.uint64();
            }
        }
        return number;
    }
}
