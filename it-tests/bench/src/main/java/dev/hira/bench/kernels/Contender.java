package dev.hira.bench.kernels;

import dev.hira.bench.opencl.OpenClProcess;
import dev.hira.gallery.Architecture;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.GpuStream;
import java.io.IOException;
import java.util.OptionalLong;

/** An implementation that runs programs of the gallery, to be compared with others. */
interface Contender extends AutoCloseable {
    /** Its name in the report. */
    String name();

    /** Prepares a program. */
    Entry enter(GalleryProgram program);

    @Override
    void close();

    /** A program that is ready to run. */
    interface Entry extends AutoCloseable {
        /**
         * Runs once more and returns the nanoseconds; nothing when the contender lacks the program.
         */
        OptionalLong run() throws IOException;

        @Override
        void close();
    }

    /** A simulated device. */
    static Contender of(String name, SimBoard board) {
        return new Contender() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Entry enter(GalleryProgram program) {
                return new OnDevice(board, program);
            }

            @Override
            public void close() {
                board.close();
            }
        };
    }

    /** Plain loops on one thread, on input beside that of a device. */
    static Contender plainJava(SimBoard board) {
        return new Contender() {
            @Override
            public String name() {
                return "plain Java on one thread";
            }

            @Override
            public Entry enter(GalleryProgram program) {
                Workbench bench = workbench(board, program);
                Workload workload = program.prepare(bench);
                return new Entry() {
                    @Override
                    public OptionalLong run() {
                        long start = System.nanoTime();
                        workload.computeInJava();
                        return OptionalLong.of(System.nanoTime() - start);
                    }

                    @Override
                    public void close() {
                        bench.close();
                    }
                };
            }

            @Override
            public void close() {}
        };
    }

    /** An OpenCL device in a process of its own. */
    static Contender of(String name, OpenClProcess process) {
        return new Contender() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Entry enter(GalleryProgram program) {
                return new Entry() {
                    @Override
                    public OptionalLong run() throws IOException {
                        return process.run(program.name(), program.card().defaultSize());
                    }

                    @Override
                    public void close() {
                        process.forget();
                    }
                };
            }

            @Override
            public void close() {
                process.close();
            }
        };
    }

    private static Workbench workbench(SimBoard board, GalleryProgram program) {
        return new Workbench(
                board.gpu(),
                Architecture.newestFor(board.gpu().device()),
                program.card().defaultSize(),
                1);
    }

    /** A program on a simulated device. */
    final class OnDevice implements Entry {
        private final Workbench bench;
        private final GpuStream stream;
        private final Workload workload;

        OnDevice(SimBoard board, GalleryProgram program) {
            this.bench = workbench(board, program);
            this.stream = board.gpu().stream();
            this.workload = program.prepare(bench);
        }

        @Override
        public OptionalLong run() {
            workload.reset(stream);
            stream.synchronize();
            long start = System.nanoTime();
            workload.launch(stream);
            stream.synchronize();
            return OptionalLong.of(System.nanoTime() - start);
        }

        @Override
        public void close() {
            stream.close();
            bench.close();
        }
    }
}
