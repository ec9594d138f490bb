package dev.hira.e2e.conformance;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.profile.ProfileText;
import java.util.List;

/** A way for a program to reach two small devices, which all drivers of the way share. */
enum Way {
    /** The simulated GPU itself, in this process. */
    DIRECT {
        @Override
        CudaDriver open() {
            return Direct.HOST.open().driver();
        }
    },

    /** Guest, router and API server in this process, joined by in-process links. */
    LOCAL {
        @Override
        CudaDriver open() {
            return Local.STACK.connect();
        }
    },

    /** Guest, router and API server as three processes, over gRPC. */
    PROCESSES {
        @Override
        CudaDriver open() {
            return Hira.connect(Processes.STACK.uri() + "?rings=off");
        }
    },

    /** Three processes, over rings in shared memory. */
    RINGS {
        @Override
        CudaDriver open() {
            return Hira.connect(Processes.STACK.uri() + "?rings=on");
        }
    },

    /** Three processes without any shared memory: payloads travel in frames. */
    STREAM {
        @Override
        CudaDriver open() {
            return Hira.connect(Processes.STACK.uri() + "?rings=off&memory=off");
        }
    },

    /** Four processes; the session moves between the two servers before every k-th call. */
    MOVING {
        @Override
        CudaDriver open() {
            return Moving.STACK.open();
        }

        @Override
        public String toString() {
            return "MOVING before every " + MovingStack.EVERY + "th call";
        }
    },

    /** Three processes; the guest's connection is cut before every k-th call. */
    CUT {
        @Override
        CudaDriver open() {
            return Cutting.STACK.open();
        }

        @Override
        public String toString() {
            return "CUT before every " + CutStack.EVERY + "th call";
        }
    },

    /** Four processes; the guest's server is killed before every k-th call of all guests. */
    KILLED {
        @Override
        CudaDriver open() {
            return Killing.STACK.open();
        }

        @Override
        public String toString() {
            return "KILLED before every " + KilledStack.EVERY + "th call";
        }
    };

    /** Opens a driver that counts as a process of its own. */
    abstract CudaDriver open();

    private static final class Direct {
        static final SimHost HOST =
                SimHost.of(SimConfig.of(ProfileText.parse("small"), ProfileText.parse("small")));
    }

    private static final class Local {
        static final InProcessStack STACK = closedAtExit(InProcessStack.start());
    }

    private static final class Processes {
        static final LocalStack STACK =
                closedAtExit(
                        LocalStack.start(
                                1, List.of("--devices", "2", "--profile", "small"), List.of()));
    }

    private static final class Moving {
        static final MovingStack STACK = closedAtExit(MovingStack.start());
    }

    private static final class Cutting {
        static final CutStack STACK = closedAtExit(CutStack.start());
    }

    private static final class Killing {
        static final KilledStack STACK = closedAtExit(KilledStack.start());
    }

    /** Shared by all test classes of this JVM, so only the end of the JVM can close it. */
    private static <T extends AutoCloseable> T closedAtExit(T stack) {
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform()
                                .unstarted(() -> {
                                    try {
                                        stack.close();
                                    } catch (Exception e) {
                                        throw new IllegalStateException(e);
                                    }
                                }));
        return stack;
    }
}
