package dev.hira.bench.programs.cuda;

import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.cuda.CudaModel.Item;
import dev.hira.bench.programs.cuda.CudaModel.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls about modules, their functions and their variables. */
enum ModuleOperation implements CudaOperation {
    LOAD(6) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            int current = model.current(call.thread());
            if (current == CudaModel.IDLE || model.all(Kind.MODULE).size() >= MOST) {
                return null;
            }
            model.create(Kind.MODULE, call.number(), current, 0);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.create(
                    call.number(), () -> objects.driver().cuModuleLoadData(CudaObjects.image()));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "long mod%d = cu.cuModuleLoadData(ptx);".formatted(call.number());
        }
    },

    LOAD_INVALID(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            return model.current(call.thread()) == CudaModel.IDLE ? null : "CUDA_ERROR_INVALID_PTX";
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.create(
                    call.number(),
                    () ->
                            objects.driver()
                                    .cuModuleLoadData(Arena.ofAuto().allocateFrom("no module")));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuModuleLoadData(arena.allocateFrom(\"no module\"));";
        }
    },

    UNLOAD(1) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item module = model.here(Kind.MODULE, call.first(), call.thread());
            if (module == null || module.user != CudaModel.IDLE) {
                return null;
            }
            model.end(module);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() -> objects.driver().cuModuleUnload(objects.handle(call.first())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuModuleUnload(mod%d);".formatted(call.first());
        }
    },

    FUNCTION(6) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            if (model.here(Kind.MODULE, call.first(), call.thread()) == null) {
                return null;
            }
            if (call.value() == KERNELS.size() - 1) {
                return "CUDA_ERROR_NOT_FOUND";
            }
            model.create(Kind.FUNCTION, call.number(), call.first(), call.value());
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.create(
                    call.number(),
                    () ->
                            objects.driver()
                                    .cuModuleGetFunction(
                                            objects.handle(call.first()),
                                            KERNELS.get(call.value())));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "long fn%d = cu.cuModuleGetFunction(mod%d, \"%s\");"
                    .formatted(call.number(), call.first(), KERNELS.get(call.value()));
        }
    },

    LAUNCH(8) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item function = model.here(Kind.FUNCTION, call.first(), call.thread());
            Item buffer = model.here(Kind.BUFFER, call.second(), call.thread());
            int stream = model.stream(call.value(), call.thread());
            if (function == null
                    || buffer == null
                    || stream == CudaModel.IDLE
                    || !CudaModel.isFree(buffer, stream)) {
                return null;
            }
            Item module = model.living(Kind.MODULE, function.parent);
            if (module == null || !CudaModel.isFree(module, stream)) {
                return null;
            }
            for (int i = 0; i < CudaModel.INTS; i++) {
                buffer.contents[i] =
                        function.value == 0
                                ? buffer.contents[i] + number(call) + i
                                : buffer.contents[i] * 3 + number(call);
            }
            module.contents[0]++;
            model.use(buffer, stream);
            model.use(module, stream);
            return DONE;
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.run(() ->
                    objects.driver()
                            .cuLaunchKernel(
                                    objects.handle(call.first()),
                                    CudaModel.INTS / 16,
                                    1,
                                    1,
                                    16,
                                    1,
                                    1,
                                    0,
                                    objects.stream(call.value()),
                                    MemorySegment.ofArray(
                                            new long[] {
                                                objects.handle(call.second()), number(call)
                                            })));
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "cu.cuLaunchKernel(fn%d, %d, 1, 1, 16, 1, 1, 0, %s, args(buf%d, %d));"
                    .formatted(
                            call.first(),
                            CudaModel.INTS / 16,
                            StreamOperation.name(call.value()),
                            call.second(),
                            number(call));
        }

        private static int number(Call<CudaModel, CudaObjects> call) {
            return call.number() % 7;
        }
    },

    COUNTER(2) {
        @Override
        public @Nullable String expect(Call<CudaModel, CudaObjects> call, CudaModel model) {
            Item module = model.here(Kind.MODULE, call.first(), call.thread());
            return module == null || module.user != CudaModel.IDLE
                    ? null
                    : CudaModel.text(module.contents);
        }

        @Override
        public String run(Call<CudaModel, CudaObjects> call, CudaObjects objects) {
            return objects.value(() -> {
                long module = objects.handle(call.first());
                long address = objects.driver().cuModuleGetGlobal(module, "launches").dptr();
                return CudaModel.text(objects.read(address, 1));
            });
        }

        @Override
        public String java(Call<CudaModel, CudaObjects> call) {
            return "read(cu.cuModuleGetGlobal(mod%d, \"launches\").dptr(), 1);"
                    .formatted(call.first());
        }
    };

    private static final List<String> KERNELS = List.of("add", "scale", "absent");

    /** The most modules of a program. */
    private static final int MOST = 6;

    private final int weight;

    ModuleOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<CudaModel, CudaObjects> random(
            SplittableRandom random, CudaModel model, int thread, int number) {
        Kind used = this == LAUNCH ? Kind.FUNCTION : Kind.MODULE;
        return call(
                thread,
                number,
                model.random(random, used, thread),
                model.random(random, Kind.BUFFER, thread),
                this == LAUNCH
                        ? model.random(random, Kind.STREAM, thread)
                        : Math.min(KERNELS.size() - 1, random.nextInt(8) * KERNELS.size() / 9));
    }
}
