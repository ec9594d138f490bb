package dev.hira.link.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Linux's futex calls, on words that several processes share. A futex is a 32-bit word: a thread
 * sleeps on it while it holds an expected value; another thread changes it and wakes the sleepers.
 *
 * <p>The caller guarantees that an address stays mapped during the call; if its file was truncated,
 * the result is {@link Outcome#FAULT}, not a crash.
 */
public final class Futex {
    /** The result of a wait. */
    public enum Outcome {
        /**
         * The thread was woken, the word had changed before, or the wake-up was spurious: look
         * again.
         */
        AWAKE,
        /** The time is over. */
        TIMEOUT,
        /** The word's memory is gone. */
        FAULT
    }

    /** The most words that {@link #waitAny} accepts. */
    public static final int MAX_WORDS = 128;

    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final int FUTEX_PRIVATE = 128;
    private static final int CLOCK_MONOTONIC = 1;
    private static final int EAGAIN = 11;
    private static final int EINTR = 4;
    private static final int EFAULT = 14;
    private static final int ETIMEDOUT = 110;
    private static final long NANOS = 1_000_000_000L;

    private static final @Nullable Calls CALLS = Calls.link();
    private static final boolean AVAILABLE =
            CALLS != null && probeOne(CALLS) && probeMany(CALLS) && probeWake(CALLS);

    private Futex() {}

    /** Returns whether rings work here: Linux on a known processor, with {@code futex_waitv}. */
    public static boolean available() {
        return AVAILABLE;
    }

    /**
     * Sleeps while the word holds {@code expected}, for at most {@code timeoutNanos}.
     *
     * @param address of a 32-bit word, a multiple of 4
     * @param timeoutNanos {@link Long#MAX_VALUE} for no limit
     */
    public static Outcome await(long address, int expected, long timeoutNanos) {
        Scratch scratch = Scratch.OF_THREAD.get();
        long time = 0;
        if (timeoutNanos != Long.MAX_VALUE) {
            scratch.time(Math.max(0, timeoutNanos));
            time = scratch.timespec.address();
        }
        return outcome(calls().await(scratch.errno, address, expected, time), scratch);
    }

    /**
     * Wakes at most {@code sleepers} threads that sleep on the word; false if its memory is gone.
     */
    public static boolean wake(long address, int sleepers) {
        return calls().wake(address, FUTEX_WAKE, sleepers) >= 0;
    }

    /**
     * Wakes one thread that sleeps on a word of this process, added by {@link FutexWords#addOwn}.
     */
    static void wakeOwn(long address) {
        long ignored = calls().wake(address, FUTEX_WAKE | FUTEX_PRIVATE, 1);
    }

    /**
     * Sleeps while all words hold their expected values, for at most {@code timeoutNanos}.
     *
     * @param timeoutNanos {@link Long#MAX_VALUE} for no limit
     */
    public static Outcome waitAny(FutexWords words, long timeoutNanos) {
        Scratch scratch = Scratch.OF_THREAD.get();
        long time = 0;
        if (timeoutNanos != Long.MAX_VALUE) {
            scratch.time(System.nanoTime() + Math.max(0, timeoutNanos));
            time = scratch.timespec.address();
        }
        return outcome(
                calls().waitAny(scratch.errno, words.address(), words.count(), time), scratch);
    }

    private static Calls calls() {
        Calls calls = CALLS;
        if (calls == null) {
            throw new UnsupportedOperationException(
                    "futexes are not available on "
                            + System.getProperty("os.name")
                            + " "
                            + System.getProperty("os.arch")
                            + "; ask Futex.available() first and use another link");
        }
        return calls;
    }

    private static Outcome outcome(long result, Scratch scratch) {
        if (result >= 0) {
            return Outcome.AWAKE;
        }
        int errno = (int) Calls.ERRNO.get(scratch.errno, 0L);
        return switch (errno) {
            case EAGAIN, EINTR -> Outcome.AWAKE;
            case ETIMEDOUT -> Outcome.TIMEOUT;
            case EFAULT -> Outcome.FAULT;
            default ->
                    throw new IllegalStateException(
                            "a futex call failed with error "
                                    + errno
                                    + ", which is a defect of this program");
        };
    }

    private static boolean probeOne(Calls calls) {
        Scratch scratch = Scratch.OF_THREAD.get();
        scratch.word(1);
        long result = calls.await(scratch.errno, scratch.word.address(), 0, 0);
        return result < 0 && (int) Calls.ERRNO.get(scratch.errno, 0L) == EAGAIN;
    }

    private static boolean probeMany(Calls calls) {
        Scratch scratch = Scratch.OF_THREAD.get();
        scratch.word(1);
        FutexWords words = new FutexWords(1);
        words.add(scratch.word.address(), 0);
        long result = calls.waitAny(scratch.errno, words.address(), 1, 0);
        return result < 0 && (int) Calls.ERRNO.get(scratch.errno, 0L) == EAGAIN;
    }

    private static boolean probeWake(Calls calls) {
        long word = Scratch.OF_THREAD.get().word.address();
        return calls.wake(word, FUTEX_WAKE | FUTEX_PRIVATE, 1) == 0;
    }

    /** The native memory of a thread's waits: a time, an error number, and a word to probe. */
    private static final class Scratch {
        static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

        final MemorySegment timespec = Arena.ofAuto().allocate(16, 8);
        final MemorySegment errno = Arena.ofAuto().allocate(Calls.STATE);
        final MemorySegment word = Arena.ofAuto().allocate(4, 4);

        void time(long nanos) {
            timespec.set(ValueLayout.JAVA_LONG, 0, nanos / NANOS);
            timespec.set(ValueLayout.JAVA_LONG, 8, nanos % NANOS);
        }

        void word(int value) {
            word.set(ValueLayout.JAVA_INT, 0, value);
        }
    }

    /**
     * The linked system calls. A wake never blocks and therefore needs no change of the thread's
     * state.
     */
    private record Calls(
            int futex, int waitv, MethodHandle wakeUp, MethodHandle sleep, MethodHandle sleepMany) {
        static final MemoryLayout STATE = Linker.Option.captureStateLayout();
        static final VarHandle ERRNO =
                STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

        static @Nullable Calls link() {
            int futex =
                    switch (System.getProperty("os.arch", "")) {
                        case "amd64", "x86_64" -> 202;
                        case "aarch64" -> 98;
                        default -> 0;
                    };
            if (futex == 0 || !System.getProperty("os.name", "").equals("Linux")) {
                return null;
            }
            Linker linker = Linker.nativeLinker();
            MemorySegment syscall = linker.defaultLookup().find("syscall").orElse(null);
            if (syscall == null) {
                return null;
            }
            var number = ValueLayout.JAVA_LONG;
            var four = FunctionDescriptor.of(number, number, number, number, number);
            var six = FunctionDescriptor.of(number, number, number, number, number, number, number);
            Linker.Option variadic = Linker.Option.firstVariadicArg(1);
            Linker.Option errno = Linker.Option.captureCallState("errno");
            return new Calls(
                    futex,
                    449,
                    linker.downcallHandle(syscall, four, variadic, Linker.Option.critical(false)),
                    linker.downcallHandle(
                            syscall,
                            FunctionDescriptor.of(number, number, number, number, number, number),
                            variadic,
                            errno),
                    linker.downcallHandle(syscall, six, variadic, errno));
        }

        long wake(long address, int operation, int sleepers) {
            try {
                return (long)
                        wakeUp.invokeExact(
                                (long) futex, address, (long) operation, (long) sleepers);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        long await(MemorySegment state, long address, int expected, long timespec) {
            try {
                return (long)
                        sleep.invokeExact(
                                state,
                                (long) futex,
                                address,
                                (long) FUTEX_WAIT,
                                expected & 0xFFFFFFFFL,
                                timespec);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        long waitAny(MemorySegment state, long waiters, int count, long timespec) {
            try {
                return (long)
                        sleepMany.invokeExact(
                                state,
                                (long) waitv,
                                waiters,
                                (long) count,
                                0L,
                                timespec,
                                (long) CLOCK_MONOTONIC);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        private static RuntimeException unexpected(Throwable e) {
            if (e instanceof Error error) {
                throw error;
            }
            return new IllegalStateException("a system call could not be made", e);
        }
    }
}
