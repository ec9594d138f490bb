package dev.hira.bench.programs.cuda;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaModel.Item;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls about streams, and functions of the program that streams call. */
enum StreamOperation implements CudaOperation {
    CREATE(3) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            int current = model.current(call.thread());
            if (current == CudaModel.IDLE || model.all(Kind.STREAM).size() >= MOST) {
                return null;
            }
            model.create(Kind.STREAM, call.number(), current, 0);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.create(call.number(), () -> objects.driver().cuStreamCreate(1));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "long str%d = cu.cuStreamCreate(1);".formatted(call.number());
        }
    },

    DESTROY(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item stream = model.here(Kind.STREAM, call.first(), call.thread());
            if (stream == null || model.hasWork(call.first())) {
                return null;
            }
            model.end(stream);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(
                    () -> objects.driver().cuStreamDestroy(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuStreamDestroy(str%d);".formatted(call.first());
        }
    },

    SYNCHRONIZE(4) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item stream = model.here(Kind.STREAM, call.first(), call.thread());
            if (stream == null) {
                return null;
            }
            model.pass(stream.number, model.now(), CudaModel.IDLE);
            return "called " + stream.called;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.value(() -> {
                objects.driver().cuStreamSynchronize(objects.handle(call.first()));
                return "called " + objects.functions(call.first());
            });
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuStreamSynchronize(str%d); print(\"called \" + called%d);"
                    .formatted(call.first(), call.first());
        }
    },

    HOST_FUNCTION(3) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return calls(call, model);
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuLaunchHostFunc(
                                    objects.handle(call.first()),
                                    number -> objects.called(call.first(), (int) number),
                                    call.number()));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuLaunchHostFunc(str%d, n -> called%d.add((int) n), %d);"
                    .formatted(call.first(), call.first(), call.number());
        }
    },

    CALLBACK(3) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return calls(call, model);
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuStreamAddCallback(
                                    objects.handle(call.first()),
                                    (_, _, number) -> objects.called(call.first(), (int) number),
                                    call.number(),
                                    0));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuStreamAddCallback(str%d, (s, r, n) -> called%d.add((int) n), %d, 0);"
                    .formatted(call.first(), call.first(), call.number());
        }
    };

    /** The most streams of a program. */
    private static final int MOST = 5;

    private final int weight;

    StreamOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number) {
        return call(thread, number, model.random(random, Kind.STREAM, thread), CudaModel.IDLE, 0);
    }

    /** Lets a stream call a function of the program. */
    private static @Nullable String calls(Call<CudaModel, CudaObjects> call, CudaModel model) {
        Item stream = model.here(Kind.STREAM, call.first(), call.thread());
        if (stream == null) {
            return null;
        }
        stream.called.add(call.number());
        model.use(stream, stream.number);
        return DONE;
    }

    /** Returns the name of a stream in a program's text. */
    static String name(int stream) {
        return stream > 0 ? "str" + stream : "0";
    }
}
