package dev.hira.bench.programs.opencl;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.opencl.OpenClModel.Item;
import dev.hira.bench.programs.opencl.OpenClModel.Kind;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls about contexts, queues, programs, kernels and buffers. */
enum ObjectOperation implements OpenClOperation {
    CONTEXT(4, Kind.CONTEXT, 3) {
        @Override
        @Nullable Item parent(OpenClModel model, int number) {
            return null;
        }

        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            if (isFull(model)) {
                return null;
            }
            model.create(
                    Kind.CONTEXT,
                    call.number(),
                    call.number(),
                    call.value() % OpenClModel.DEVICES,
                    null);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            long device = objects.device(call.value() % OpenClModel.DEVICES);
            return objects.create(
                    call.number(),
                    () ->
                            objects.driver()
                                    .clCreateContext(OpenClObjects.NO_EVENTS, new long[] {device}));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long ctx%d = cl.clCreateContext(new long[0], new long[] {device%d});"
                    .formatted(call.number(), call.value() % OpenClModel.DEVICES);
        }
    },

    /** In order, or (with an odd value) out of order; the value's other bits choose nothing. */
    QUEUE(6, Kind.QUEUE, 5) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item context = parent(model, call.first());
            if (context == null || isFull(model) || model.device(call.first()) != call.second()) {
                return null;
            }
            model.create(Kind.QUEUE, call.number(), context.number, call.value() % 2, null);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.create(
                    call.number(),
                    () ->
                            objects.driver()
                                    .clCreateCommandQueue(
                                            objects.handle(call.first()),
                                            objects.device(call.second()),
                                            call.value() % 2));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long que%d = cl.clCreateCommandQueue(ctx%d, device%d, %d);"
                    .formatted(call.number(), call.first(), call.second(), call.value() % 2);
        }
    },

    PROGRAM(4, Kind.PROGRAM, 3) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item context = parent(model, call.first());
            if (context == null || isFull(model) || context.value != call.second()) {
                return null;
            }
            model.create(Kind.PROGRAM, call.number(), context.number, 0, null);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.create(
                    call.number(), () -> program(call, objects, OpenClObjects.image()));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long prg%d = build(cl, ctx%d, device%d, ptx);"
                    .formatted(call.number(), call.first(), call.second());
        }
    },

    /** A text that cannot be built. */
    FAULTY_PROGRAM(1, Kind.PROGRAM, 3) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item context = parent(model, call.first());
            return context == null || context.value != call.second() ? null : "CL_INVALID_BINARY";
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            byte[] text =
                    ".version 7.5\n.target sm_70\n.address_size 64\n.visible .entry f() { bad; }\n"
                            .getBytes(StandardCharsets.UTF_8);
            return objects.create(
                    call.number(), () -> program(call, objects, MemorySegment.ofArray(text)));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "build(cl, ctx%d, device%d, faulty);".formatted(call.first(), call.second());
        }
    },

    KERNEL(5, Kind.KERNEL, 6) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item program = model.living(Kind.PROGRAM, call.first());
            if (program == null || isFull(model)) {
                return null;
            }
            if (kernel(call).equals(ABSENT)) {
                return "CL_INVALID_KERNEL_NAME";
            }
            model.create(
                    Kind.KERNEL,
                    call.number(),
                    program.context,
                    KERNELS.indexOf(kernel(call)),
                    null);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.checked(() ->
                    objects.put(
                            call.number(),
                            objects.driver()
                                    .clCreateKernel(objects.handle(call.first()), kernel(call))));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long krn%d = cl.clCreateKernel(prg%d, \"%s\");"
                    .formatted(call.number(), call.first(), kernel(call));
        }

        private static String kernel(Call<OpenClModel, OpenClObjects> call) {
            return KERNELS.get(Math.min(KERNELS.size() - 1, call.value() % 8 * KERNELS.size() / 9));
        }
    },

    BUFFER(6, Kind.BUFFER, 8) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item context = parent(model, call.first());
            if (context == null || isFull(model)) {
                return null;
            }
            model.create(Kind.BUFFER, call.number(), context.number, 0, null);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.create(
                    call.number(),
                    () ->
                            objects.driver()
                                    .clCreateBuffer(
                                            objects.handle(call.first()),
                                            1,
                                            4L * OpenClModel.INTS,
                                            null));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long buf%d = cl.clCreateBuffer(ctx%d, 1, %d, null);"
                    .formatted(call.number(), call.first(), 4 * OpenClModel.INTS);
        }
    },

    SUB_BUFFER(3, Kind.BUFFER, 8) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item buffer = model.living(Kind.BUFFER, call.first());
            if (buffer == null || isFull(model)) {
                return null;
            }
            if (buffer.isPart()) {
                return "CL_INVALID_MEM_OBJECT";
            }
            model.create(Kind.BUFFER, call.number(), buffer.context, 0, buffer);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            long half = 2L * OpenClModel.INTS;
            objects.partOf(call.number(), call.first());
            return objects.checked(() ->
                    objects.put(
                            call.number(),
                            objects.driver()
                                    .clCreateSubBuffer(
                                            objects.handle(call.first()),
                                            1,
                                            ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION,
                                            half,
                                            half)));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long buf%d = cl.clCreateSubBuffer(buf%d, 1, REGION, %d, %d);"
                    .formatted(
                            call.number(),
                            call.first(),
                            2 * OpenClModel.INTS,
                            2 * OpenClModel.INTS);
        }
    };

    private static final String ABSENT = "absent";
    private static final List<String> KERNELS = List.of("add", "scale", ABSENT);

    private final int weight;
    private final Kind kind;
    private final int most;

    ObjectOperation(int weight, Kind kind, int most) {
        this.weight = weight;
        this.kind = kind;
        this.most = most;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<OpenClModel, OpenClObjects> random(
            SplittableRandom random, OpenClModel model, int thread, int number) {
        Kind used =
                switch (this) {
                    case CONTEXT, QUEUE, PROGRAM, FAULTY_PROGRAM, BUFFER -> Kind.CONTEXT;
                    case KERNEL -> Kind.PROGRAM;
                    case SUB_BUFFER -> Kind.BUFFER;
                };
        int first = model.random(random, used, OpenClModel.NONE);
        int device = used == Kind.CONTEXT && first >= 0 ? model.device(first) : OpenClModel.NONE;
        return call(thread, number, first, device, random.nextInt(100));
    }

    /** Returns the living context of this number. */
    @Nullable Item parent(OpenClModel model, int number) {
        return model.living(Kind.CONTEXT, number);
    }

    boolean isFull(OpenClModel model) {
        return model.all(kind).size() >= most;
    }

    private static long program(
            Call<OpenClModel, OpenClObjects> call, OpenClObjects objects, MemorySegment text) {
        long device = objects.device(call.second());
        long program =
                objects.driver()
                        .clCreateProgramWithBinary(
                                objects.handle(call.first()),
                                new long[] {device},
                                new long[] {text.byteSize()},
                                text);
        objects.driver().clBuildProgram(program, OpenClObjects.NO_EVENTS, "");
        return program;
    }
}
