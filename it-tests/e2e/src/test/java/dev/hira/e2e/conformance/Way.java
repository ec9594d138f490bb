package dev.hira.e2e.conformance;

import dev.hira.api.cuda.CheckedCudaDriver;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import dev.hira.guest.cuda.CudaGuest;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.profile.ProfileText;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;

/** A way for a program to reach two small devices, which all drivers of the way share. */
enum Way {
    /** The simulated GPU itself, in this process. */
    DIRECT {
        @Override
        <D> D open(Class<D> api) {
            SimProcess process = Direct.HOST.open();
            return api.cast(api == OpenClDriver.class ? process.openCl() : process.driver());
        }
    },

    /** Guest, router and API server in this process, joined by in-process links. */
    LOCAL {
        @Override
        <D> D open(Class<D> api) {
            return Local.STACK.connect(api);
        }
    },

    /** Guest, router and API server as three processes, over gRPC. */
    PROCESSES {
        @Override
        <D> D open(Class<D> api) {
            return Hira.connect(api, Processes.STACK.uri() + "?rings=off");
        }
    },

    /** Three processes, over rings in shared memory. */
    RINGS {
        @Override
        <D> D open(Class<D> api) {
            return Hira.connect(api, Processes.STACK.uri() + "?rings=on");
        }
    },

    /** Three processes without any shared memory: payloads travel in frames. */
    STREAM {
        @Override
        <D> D open(Class<D> api) {
            return Hira.connect(api, Processes.STACK.uri() + "?rings=off&memory=off");
        }
    },

    /** Five processes; the session moves from server to server before every k-th call. */
    MOVING {
        @Override
        <D> D open(Class<D> api) {
            return Moving.STACK.open(api);
        }

        @Override
        public String toString() {
            return "MOVING before every " + MovingStack.EVERY + "th call";
        }
    },

    /** Three processes; the guest's connection is cut before every k-th call. */
    CUT {
        @Override
        <D> D open(Class<D> api) {
            return Cutting.STACK.open(api);
        }

        @Override
        public String toString() {
            return "CUT before every " + CutStack.EVERY + "th call";
        }
    },

    /** Four processes; the guest's server is killed before every k-th call of all guests. */
    KILLED {
        @Override
        <D> D open(Class<D> api) {
            return Killing.STACK.open(api);
        }

        @Override
        public String toString() {
            return "KILLED before every " + KilledStack.EVERY + "th call";
        }
    };

    /**
     * Returns the ways of an ordinary run; with {@code -Dhira.ways=others} the others, with {@code
     * -Dhira.ways=all} all.
     */
    static Collection<Way> chosen() {
        EnumSet<Way> ordinary = EnumSet.of(DIRECT, RINGS, STREAM);
        return switch (System.getProperty("hira.ways", "ordinary")) {
            case "ordinary" -> ordinary;
            case "others" -> EnumSet.complementOf(ordinary);
            case "all" -> EnumSet.allOf(Way.class);
            default -> throw new IllegalArgumentException("hira.ways is ordinary, others or all");
        };
    }

    /** Opens a driver of an API that counts as a process of its own. */
    abstract <D> D open(Class<D> api);

    /** Opens a CUDA driver that counts as a process of its own. */
    final CudaDriver open() {
        return open(CudaDriver.class);
    }

    /** Returns the guest behind a driver that a router serves. */
    static CudaGuest guest(CudaDriver driver) {
        return (CudaGuest)
                (driver instanceof CheckedCudaDriver checked ? checked.driver() : driver);
    }

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
