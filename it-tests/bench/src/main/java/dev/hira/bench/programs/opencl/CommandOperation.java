package dev.hira.bench.programs.opencl;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.opencl.OpenClModel.Item;
import dev.hira.bench.programs.opencl.OpenClModel.Kind;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Commands of queues. Each waits for the last uses of its buffers, also in another queue. */
enum CommandOperation implements OpenClOperation {
    /** Fills a buffer, behind one of the program's own events if the value is that of one. */
    FILL(6) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item buffer = model.living(Kind.BUFFER, call.first());
            Item queue = model.living(Kind.QUEUE, call.second());
            Item own = model.living(Kind.EVENT, call.value());
            if (buffer == null
                    || queue == null
                    || buffer.context != queue.context
                    || (call.value() > 0 && own == null)
                    || (own != null && own.context != queue.context)) {
                return null;
            }
            Set<Integer> gates = OpenClModel.gates(queue, buffer);
            if (own != null) {
                gates.addAll(own.gates);
            }
            int[] contents = buffer.whole.contents;
            Arrays.fill(contents, buffer.from(), contents.length, call.number());
            model.command(call.number(), queue, gates, buffer);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.enqueue(
                    call.number(),
                    ClCommandType.CL_COMMAND_FILL_BUFFER,
                    call.second(),
                    call.value(),
                    (waits, event) ->
                            objects.driver()
                                    .clEnqueueFillBuffer(
                                            objects.handle(call.second()),
                                            objects.handle(call.first()),
                                            MemorySegment.ofArray(new int[] {call.number()}),
                                            0,
                                            objects.bytes(call.first()),
                                            waits,
                                            event),
                    call.first());
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long evt%d = fill(que%d, buf%d, %d, after(buf%d%s));"
                    .formatted(
                            call.number(),
                            call.second(),
                            call.first(),
                            call.number(),
                            call.first(),
                            call.value() > 0 ? ", evt" + call.value() : "");
        }
    },

    /** Writes a buffer; with an odd value the call waits for it. */
    WRITE(5) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item buffer = model.living(Kind.BUFFER, call.first());
            Item queue = model.living(Kind.QUEUE, call.second());
            if (buffer == null || queue == null || buffer.context != queue.context) {
                return null;
            }
            Set<Integer> gates = OpenClModel.gates(queue, buffer);
            if (isBlocking(call) && !gates.isEmpty()) {
                return null;
            }
            int[] contents = buffer.whole.contents;
            for (int i = buffer.from(); i < contents.length; i++) {
                contents[i] = call.value() + i - buffer.from();
            }
            model.command(call.number(), queue, gates, buffer);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            int[] content = new int[(int) objects.bytes(call.first()) / Integer.BYTES];
            Arrays.setAll(content, i -> call.value() + i);
            MemorySegment memory = MemorySegment.ofArray(content);
            return objects.enqueue(
                    call.number(),
                    ClCommandType.CL_COMMAND_WRITE_BUFFER,
                    call.second(),
                    0,
                    (waits, event) ->
                            objects.driver()
                                    .clEnqueueWriteBuffer(
                                            objects.handle(call.second()),
                                            objects.handle(call.first()),
                                            isBlocking(call),
                                            0,
                                            memory.byteSize(),
                                            memory,
                                            waits,
                                            event),
                    call.first());
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long evt%d = write(que%d, buf%d, %b, from(%d), after(buf%d));"
                    .formatted(
                            call.number(),
                            call.second(),
                            call.first(),
                            isBlocking(call),
                            call.value(),
                            call.first());
        }

        private static boolean isBlocking(Call<OpenClModel, OpenClObjects> call) {
            return call.value() % 2 == 1;
        }
    },

    /** Copies the first half of a buffer's ints to another buffer. */
    COPY(4) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item from = model.living(Kind.BUFFER, call.first());
            Item to = model.living(Kind.BUFFER, call.second());
            Item queue = model.living(Kind.QUEUE, call.value());
            if (from == null
                    || to == null
                    || queue == null
                    || from.whole.equals(to.whole)
                    || from.context != queue.context
                    || to.context != queue.context) {
                return null;
            }
            Set<Integer> gates = OpenClModel.gates(queue, from, to);
            System.arraycopy(
                    from.whole.contents,
                    from.from(),
                    to.whole.contents,
                    to.from(),
                    OpenClModel.INTS / 2);
            model.command(call.number(), queue, gates, from, to);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.enqueue(
                    call.number(),
                    ClCommandType.CL_COMMAND_COPY_BUFFER,
                    call.value(),
                    0,
                    (waits, event) ->
                            objects.driver()
                                    .clEnqueueCopyBuffer(
                                            objects.handle(call.value()),
                                            objects.handle(call.first()),
                                            objects.handle(call.second()),
                                            0,
                                            0,
                                            2L * OpenClModel.INTS,
                                            waits,
                                            event),
                    call.first(),
                    call.second());
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long evt%d = copy(que%d, buf%d, buf%d, %d, after(buf%d, buf%d));"
                    .formatted(
                            call.number(),
                            call.value(),
                            call.first(),
                            call.second(),
                            2 * OpenClModel.INTS,
                            call.first(),
                            call.second());
        }
    },

    LAUNCH(9) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item kernel = model.living(Kind.KERNEL, call.first());
            Item buffer = model.living(Kind.BUFFER, call.second());
            Item queue = model.living(Kind.QUEUE, call.value());
            if (kernel == null
                    || buffer == null
                    || queue == null
                    || kernel.context != queue.context
                    || buffer.context != queue.context) {
                return null;
            }
            Set<Integer> gates = OpenClModel.gates(queue, buffer);
            int[] contents = buffer.whole.contents;
            for (int i = 0; i < OpenClModel.INTS / 2; i++) {
                int at = buffer.from() + i;
                contents[at] =
                        kernel.value == 0
                                ? contents[at] + number(call) + i
                                : contents[at] * 3 + number(call);
            }
            model.command(call.number(), queue, gates, buffer);
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            long kernel = objects.handle(call.first());
            return objects.enqueue(
                    call.number(),
                    ClCommandType.CL_COMMAND_NDRANGE_KERNEL,
                    call.value(),
                    0,
                    (waits, event) -> {
                        objects.driver()
                                .clSetKernelArg(
                                        kernel,
                                        0,
                                        Long.BYTES,
                                        MemorySegment.ofArray(
                                                new long[] {objects.handle(call.second())}));
                        objects.driver()
                                .clSetKernelArg(
                                        kernel,
                                        1,
                                        Integer.BYTES,
                                        MemorySegment.ofArray(new int[] {number(call)}));
                        objects.driver()
                                .clEnqueueNDRangeKernel(
                                        objects.handle(call.value()),
                                        kernel,
                                        1,
                                        null,
                                        OpenClObjects.SIZE,
                                        OpenClObjects.GROUP,
                                        waits,
                                        event);
                    },
                    call.second());
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long evt%d = launch(que%d, krn%d, buf%d, %d, after(buf%d));"
                    .formatted(
                            call.number(),
                            call.value(),
                            call.first(),
                            call.second(),
                            number(call),
                            call.second());
        }

        private static int number(Call<OpenClModel, OpenClObjects> call) {
            return call.number() % 7;
        }
    },

    READ(5) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item buffer = model.living(Kind.BUFFER, call.first());
            Item queue = model.living(Kind.QUEUE, call.second());
            if (buffer == null
                    || queue == null
                    || buffer.context != queue.context
                    || !OpenClModel.gates(queue, buffer).isEmpty()) {
                return null;
            }
            int[] contents = buffer.whole.contents;
            return OpenClModel.text(Arrays.copyOfRange(contents, buffer.from(), contents.length));
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.value(() -> {
                int[] content = new int[(int) objects.bytes(call.first()) / Integer.BYTES];
                MemorySegment memory = MemorySegment.ofArray(content);
                objects.driver()
                        .clEnqueueReadBuffer(
                                objects.handle(call.second()),
                                objects.handle(call.first()),
                                true,
                                0,
                                memory.byteSize(),
                                memory,
                                objects.waits(call.second(), 0, call.first()),
                                0);
                return OpenClModel.text(content);
            });
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "print(read(que%d, buf%d, after(buf%d)));"
                    .formatted(call.second(), call.first(), call.first());
        }
    },

    FINISH(3) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item queue = model.living(Kind.QUEUE, call.second());
            return queue == null || !queue.gates.isEmpty() ? null : DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.run(() -> objects.driver().clFinish(objects.handle(call.second())));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "cl.clFinish(que%d);".formatted(call.second());
        }
    },

    /** A command with a buffer of another context, or with one that was released. */
    WRONG_BUFFER(2) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item buffer = model.living(Kind.BUFFER, call.first());
            Item queue = model.living(Kind.QUEUE, call.second());
            if (queue != null && model.released(Kind.BUFFER, call.first()) != null) {
                return "CL_INVALID_MEM_OBJECT";
            }
            return buffer == null || queue == null || buffer.context == queue.context
                    ? null
                    : "CL_INVALID_CONTEXT";
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.checked(() ->
                    objects.driver()
                            .clEnqueueFillBuffer(
                                    objects.handle(call.second()),
                                    objects.handle(call.first()),
                                    MemorySegment.ofArray(new int[] {1}),
                                    0,
                                    4,
                                    OpenClObjects.NO_EVENTS,
                                    0));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "fill(que%d, buf%d, 1);".formatted(call.second(), call.first());
        }
    };

    private final int weight;

    CommandOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<OpenClModel, OpenClObjects> random(
            SplittableRandom random, OpenClModel model, int thread, int number) {
        int queue = model.random(random, Kind.QUEUE, OpenClModel.NONE);
        int context = this == WRONG_BUFFER ? OpenClModel.NONE : model.context(queue);
        int buffer = model.random(random, Kind.BUFFER, context);
        int value = random.nextInt(100);
        return switch (this) {
            case FILL -> {
                int own = value < 40 ? model.random(random, Kind.EVENT, context) : 0;
                yield call(thread, number, buffer, queue, Math.max(0, own));
            }
            case COPY ->
                    call(thread, number, buffer, model.random(random, Kind.BUFFER, context), queue);
            case LAUNCH ->
                    call(thread, number, model.random(random, Kind.KERNEL, context), buffer, queue);
            case WRITE, READ, FINISH, WRONG_BUFFER -> call(thread, number, buffer, queue, value);
        };
    }
}
