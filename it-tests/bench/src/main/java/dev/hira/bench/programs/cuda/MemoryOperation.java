package dev.hira.bench.programs.cuda;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaModel.Item;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls about device memory. */
enum MemoryOperation implements CudaOperation {
    ALLOCATE(6) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            int current = model.current(call.thread());
            if (current == CudaModel.IDLE || model.all(Kind.BUFFER).size() >= MOST) {
                return null;
            }
            Item buffer = model.create(Kind.BUFFER, call.number(), current, 0);
            Arrays.fill(buffer.contents, call.value());
            model.use(buffer, model.defaultStream(call.thread()));
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.create(
                    call.number(),
                    () -> {
                        long address = objects.driver().cuMemAlloc(BYTES);
                        objects.driver().cuMemsetD32(address, call.value(), CudaModel.INTS);
                        return address;
                    });
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "long buf%d = cu.cuMemAlloc(%d); cu.cuMemsetD32(buf%d, %d, %d);"
                    .formatted(call.number(), BYTES, call.number(), call.value(), CudaModel.INTS);
        }
    },

    FREE(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item buffer = model.here(Kind.BUFFER, call.first(), call.thread());
            if (buffer == null || buffer.user != CudaModel.IDLE) {
                return null;
            }
            model.end(buffer);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() -> objects.driver().cuMemFree(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuMemFree(buf%d);".formatted(call.first());
        }
    },

    FILL(4) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item buffer = model.here(Kind.BUFFER, call.first(), call.thread());
            int stream = model.stream(call.second(), call.thread());
            if (buffer == null || stream == CudaModel.IDLE || !CudaModel.isFree(buffer, stream)) {
                return null;
            }
            Arrays.fill(buffer.contents, call.value());
            model.use(buffer, stream);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuMemsetD32Async(
                                    objects.handle(call.first()),
                                    call.value(),
                                    CudaModel.INTS,
                                    objects.stream(call.second())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuMemsetD32Async(buf%d, %d, %d, %s);"
                    .formatted(
                            call.first(),
                            call.value(),
                            CudaModel.INTS,
                            StreamOperation.name(call.second()));
        }
    },

    WRITE(3) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item buffer = model.here(Kind.BUFFER, call.first(), call.thread());
            int stream = model.defaultStream(call.thread());
            if (buffer == null || !CudaModel.isFree(buffer, stream)) {
                return null;
            }
            System.arraycopy(data(call), 0, buffer.contents, 0, CudaModel.INTS);
            model.use(buffer, CudaModel.IDLE);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuMemcpyHtoD(
                                    objects.handle(call.first()),
                                    MemorySegment.ofArray(data(call)),
                                    BYTES));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "write(buf%d, IntStream.range(0, %d).map(i -> i * %d + %d).toArray());"
                    .formatted(call.first(), CudaModel.INTS, call.number(), call.value());
        }

        private static int[] data(Call<CudaModel, CudaObjects> call) {
            int[] data = new int[CudaModel.INTS];
            Arrays.setAll(data, i -> i * call.number() + call.value());
            return data;
        }
    },

    READ(6) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item buffer = model.here(Kind.BUFFER, call.first(), call.thread());
            int stream = model.defaultStream(call.thread());
            if (buffer == null || !CudaModel.isFree(buffer, stream)) {
                return null;
            }
            model.pass(stream, model.now(), CudaModel.IDLE);
            return CudaModel.text(buffer.contents);
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.value(() ->
                    CudaModel.text(objects.read(objects.handle(call.first()), CudaModel.INTS)));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "read(buf%d, %d);".formatted(call.first(), CudaModel.INTS);
        }
    },

    COPY(4) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item to = model.here(Kind.BUFFER, call.first(), call.thread());
            Item from = model.here(Kind.BUFFER, call.second(), call.thread());
            int stream = model.stream(call.value(), call.thread());
            if (to == null
                    || from == null
                    || to.number == from.number
                    || stream == CudaModel.IDLE
                    || !CudaModel.isFree(to, stream)
                    || !CudaModel.isFree(from, stream)) {
                return null;
            }
            System.arraycopy(from.contents, 0, to.contents, 0, CudaModel.INTS);
            model.use(from, stream);
            model.use(to, stream);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuMemcpyDtoDAsync(
                                    objects.handle(call.first()),
                                    objects.handle(call.second()),
                                    BYTES,
                                    objects.stream(call.value())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuMemcpyDtoDAsync(buf%d, buf%d, %d, %s);"
                    .formatted(
                            call.first(), call.second(), BYTES, StreamOperation.name(call.value()));
        }
    };

    private static final long BYTES = (long) CudaModel.INTS * Integer.BYTES;

    /** The most buffers of a program. */
    private static final int MOST = 8;

    private final int weight;

    MemoryOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number) {
        int stream = model.random(random, Kind.STREAM, thread);
        return call(
                thread,
                number,
                model.random(random, Kind.BUFFER, thread),
                this == COPY ? model.random(random, Kind.BUFFER, thread) : stream,
                this == COPY ? stream : random.nextInt(100));
    }
}
