package dev.hira.bench.programs.cuda;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaModel.Item;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls about events. */
enum EventOperation implements CudaOperation {
    CREATE(2) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            int current = model.current(call.thread());
            if (current == CudaModel.IDLE || model.all(Kind.EVENT).size() >= MOST) {
                return null;
            }
            model.create(Kind.EVENT, call.number(), current, 0);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.create(call.number(), () -> objects.driver().cuEventCreate(0));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "long evt%d = cu.cuEventCreate(0);".formatted(call.number());
        }
    },

    DESTROY(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item event = model.here(Kind.EVENT, call.first(), call.thread());
            if (event == null) {
                return null;
            }
            model.end(event);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() -> objects.driver().cuEventDestroy(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuEventDestroy(evt%d);".formatted(call.first());
        }
    },

    RECORD(4) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item event = model.here(Kind.EVENT, call.first(), call.thread());
            int stream = model.stream(call.second(), call.thread());
            if (event == null || stream == CudaModel.IDLE) {
                return null;
            }
            event.contents[0] = stream;
            model.use(event, stream);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuEventRecord(
                                    objects.handle(call.first()), objects.stream(call.second())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuEventRecord(evt%d, %s);"
                    .formatted(call.first(), StreamOperation.name(call.second()));
        }
    },

    WAIT(4) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item event = model.here(Kind.EVENT, call.first(), call.thread());
            int stream = model.stream(call.second(), call.thread());
            if (event == null || stream == CudaModel.IDLE) {
                return null;
            }
            if (event.used > 0 && event.contents[0] != stream) {
                model.pass(event.contents[0], event.used, stream);
            }
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuStreamWaitEvent(
                                    objects.stream(call.second()),
                                    objects.handle(call.first()),
                                    0));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuStreamWaitEvent(%s, evt%d, 0);"
                    .formatted(StreamOperation.name(call.second()), call.first());
        }
    },

    SYNCHRONIZE(3) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item event = model.here(Kind.EVENT, call.first(), call.thread());
            if (event == null) {
                return null;
            }
            if (event.used > 0) {
                model.pass(event.contents[0], event.used, CudaModel.IDLE);
            }
            return "CUDA_SUCCESS";
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.value(() -> {
                objects.driver().cuEventSynchronize(objects.handle(call.first()));
                return objects.driver().cuEventQuery(objects.handle(call.first())).name();
            });
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuEventSynchronize(evt%d); print(cu.cuEventQuery(evt%d));"
                    .formatted(call.first(), call.first());
        }
    };

    /** The most events of a program. */
    private static final int MOST = 5;

    private final int weight;

    EventOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number) {
        return call(
                thread,
                number,
                model.random(random, Kind.EVENT, thread),
                model.random(random, Kind.STREAM, thread),
                0);
    }
}
