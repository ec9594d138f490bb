package dev.hira.bench.programs.cuda;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaModel.Item;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls in an order that is not valid: they fail, and change nothing. */
enum InvalidOperation implements CudaOperation {
    /** A blocking call on a stream that was destroyed, alone or with its context. */
    ENDED_STREAM(2, Kind.STREAM) {
        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(
                    () -> objects.driver().cuStreamSynchronize(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuStreamSynchronize(str%d);".formatted(call.first());
        }
    },

    ENDED_EVENT(2, Kind.EVENT) {
        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(
                    () -> objects.driver().cuEventSynchronize(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuEventSynchronize(evt%d);".formatted(call.first());
        }
    },

    ENDED_MODULE(2, Kind.MODULE) {
        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() -> {
                objects.driver().cuModuleUnload(objects.handle(call.first()));
                objects.driver().cuCtxSynchronize();
            });
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuModuleUnload(mod%d); cu.cuCtxSynchronize();".formatted(call.first());
        }
    },

    ENDED_CONTEXT(2, Kind.CONTEXT) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return model.ended(Kind.CONTEXT, call.first()) == null ? null : NO_CONTEXT;
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

    /** Memory is freed at an address inside of it. */
    FREE_INSIDE(2, Kind.BUFFER) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return model.here(Kind.BUFFER, call.first(), call.thread()) == null
                    ? null
                    : "CUDA_ERROR_INVALID_VALUE";
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() -> {
                objects.driver().cuMemFree(objects.handle(call.first()) + 16);
                objects.driver().cuCtxSynchronize();
            });
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuMemFree(buf%d + 16); cu.cuCtxSynchronize();".formatted(call.first());
        }
    },

    /** A thread without a current context waits for it. */
    NONE_CURRENT(2, Kind.CONTEXT) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return model.top(call.thread()) == CudaModel.IDLE ? NO_CONTEXT : null;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(objects.driver()::cuCtxSynchronize);
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuCtxSynchronize();";
        }
    };

    private static final String NO_CONTEXT = "CUDA_ERROR_INVALID_CONTEXT";

    private final int weight;
    private final Kind kind;

    InvalidOperation(int weight, Kind kind) {
        this.weight = weight;
        this.kind = kind;
    }

    @Override
    public int weight() {
        return weight;
    }

    /** The failure of a call with an object that has ended, in a context that works. */
    @Override
    public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
        Item item = model.ended(kind, call.first());
        return item == null || model.current(call.thread()) == CudaModel.IDLE
                ? null
                : "CUDA_ERROR_INVALID_HANDLE";
    }

    @Override
    public Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number) {
        int first =
                this == FREE_INSIDE
                        ? model.random(random, kind, thread)
                        : model.randomEnded(random, kind);
        return call(thread, number, first, CudaModel.IDLE, 0);
    }
}
