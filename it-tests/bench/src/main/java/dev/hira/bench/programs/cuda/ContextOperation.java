package dev.hira.bench.programs.cuda;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaModel.Item;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls about contexts. */
enum ContextOperation implements CudaOperation {
    CREATE(6) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            if (model.all(Kind.CONTEXT).size() >= MOST) {
                return null;
            }
            model.create(Kind.CONTEXT, call.number(), CudaModel.IDLE, call.value());
            model.stack(call.thread()).push(call.number());
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.create(
                    call.number(), () -> objects.driver().cuCtxCreate(0, call.value()));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "long ctx%d = cu.cuCtxCreate(0, %d);".formatted(call.number(), call.value());
        }
    },

    DESTROY(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item context = model.living(Kind.CONTEXT, call.first());
            if (context == null
                    || model.isElsewhere(call.first(), call.thread())
                    || model.isBusy(call.first())) {
                return null;
            }
            model.end(context);
            if (model.top(call.thread()) == call.first()) {
                model.stack(call.thread()).pop();
            }
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() -> objects.driver().cuCtxDestroy(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuCtxDestroy(ctx%d);".formatted(call.first());
        }
    },

    SET_CURRENT(3) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            if (model.living(Kind.CONTEXT, call.first()) == null) {
                return null;
            }
            model.stack(call.thread()).poll();
            model.stack(call.thread()).push(call.first());
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(
                    () -> objects.driver().cuCtxSetCurrent(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuCtxSetCurrent(ctx%d);".formatted(call.first());
        }
    },

    PUSH(2) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            if (model.living(Kind.CONTEXT, call.first()) == null
                    || model.stack(call.thread()).size() >= 2 * MOST) {
                return null;
            }
            model.stack(call.thread()).push(call.first());
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(
                    () -> objects.driver().cuCtxPushCurrent(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuCtxPushCurrent(ctx%d);".formatted(call.first());
        }
    },

    POP(2) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return model.stack(call.thread()).poll() == null ? null : DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(objects.driver()::cuCtxPopCurrent);
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuCtxPopCurrent();";
        }
    },

    SYNCHRONIZE(3) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            int top = model.top(call.thread());
            if (top == CudaModel.IDLE) {
                return null;
            }
            if (model.isFailed(top)) {
                return FaultOperation.ILLEGAL;
            }
            model.finish(top);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(objects.driver()::cuCtxSynchronize);
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuCtxSynchronize();";
        }
    },

    DEVICE(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            int current = model.current(call.thread());
            return current == CudaModel.IDLE ? null : "" + model.device(current);
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.value(() -> "" + objects.driver().cuCtxGetDevice());
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuCtxGetDevice();";
        }
    };

    /** The most contexts of a program. */
    private static final int MOST = 4;

    private final int weight;

    ContextOperation(int weight) {
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
                model.random(random, Kind.CONTEXT, thread),
                CudaModel.IDLE,
                random.nextInt(CudaModel.DEVICES));
    }
}
