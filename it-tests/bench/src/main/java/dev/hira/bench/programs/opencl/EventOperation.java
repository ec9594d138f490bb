package dev.hira.bench.programs.opencl;

import dev.hira.api.opencl.ClEventInfo;
import dev.hira.bench.programs.Call;
import dev.hira.bench.programs.opencl.OpenClModel.Item;
import dev.hira.bench.programs.opencl.OpenClModel.Kind;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Calls about events: those of commands, and the program's own. */
enum EventOperation implements OpenClOperation {
    /** An event whose status the program sets. */
    OWN(3) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item context = model.living(Kind.CONTEXT, call.first());
            if (context == null || model.shut().size() >= MOST) {
                return null;
            }
            model.create(Kind.EVENT, call.number(), context.number, OWNED, null)
                    .gates
                    .add(call.number());
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.create(
                    call.number(),
                    () -> objects.driver().clCreateUserEvent(objects.handle(call.first())));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "long evt%d = cl.clCreateUserEvent(ctx%d);"
                    .formatted(call.number(), call.first());
        }
    },

    /** Sets the status of one of the program's own events; a second time is an error. */
    SET(5) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item event = model.living(Kind.EVENT, call.first());
            if (event == null || event.value != OWNED) {
                return null;
            }
            if (event.gates.isEmpty()) {
                return "CL_INVALID_OPERATION";
            }
            model.open(call.first());
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.checked(
                    () -> objects.driver().clSetUserEventStatus(objects.handle(call.first()), 0));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "cl.clSetUserEventStatus(evt%d, 0);".formatted(call.first());
        }
    },

    /** Waits for an event and its callbacks. */
    WAIT(5) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item event = model.living(Kind.EVENT, call.first());
            return event == null || !event.gates.isEmpty()
                    ? null
                    : "status 0, called " + event.callbacks;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.value(() -> {
                long event = objects.handle(call.first());
                objects.driver().clWaitForEvents(new long[] {event});
                int[] status = new int[1];
                var _ =
                        objects.driver()
                                .clGetEventInfo(
                                        event,
                                        ClEventInfo.CL_EVENT_COMMAND_EXECUTION_STATUS,
                                        Integer.BYTES,
                                        MemorySegment.ofArray(status));
                return "status " + status[0] + ", " + objects.awaitCalls(call.first());
            });
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "cl.clWaitForEvents(new long[] {evt%d}); print(status(evt%d), called%d);"
                    .formatted(call.first(), call.first(), call.first());
        }
    },

    CALLBACK(5) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item event = model.living(Kind.EVENT, call.first());
            if (event == null) {
                return null;
            }
            event.callbacks.add(call.number());
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            objects.expectCall(call.first());
            return objects.run(() ->
                    objects.driver()
                            .clSetEventCallback(
                                    objects.handle(call.first()),
                                    0,
                                    (_, _, number) -> objects.called(call.first(), (int) number),
                                    call.number()));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "cl.clSetEventCallback(evt%d, 0, (e, s, n) -> called%d.add((int) n), %d);"
                    .formatted(call.first(), call.first(), call.number());
        }
    },

    /** Commands and callbacks that wait keep the event. */
    RELEASE(1) {
        @Override
        public @Nullable String expect(Call<OpenClModel, OpenClObjects> call, OpenClModel model) {
            Item event = model.living(Kind.EVENT, call.first());
            if (event == null || (event.value == OWNED && !event.gates.isEmpty())) {
                return null;
            }
            event.alive = false;
            return DONE;
        }

        @Override
        public String run(Call<OpenClModel, OpenClObjects> call, OpenClObjects objects) {
            return objects.checked(
                    () -> objects.driver().clReleaseEvent(objects.handle(call.first())));
        }

        @Override
        public String java(Call<OpenClModel, OpenClObjects> call) {
            return "cl.clReleaseEvent(evt%d);".formatted(call.first());
        }
    };

    /** The value of the program's own events. */
    private static final int OWNED = 1;

    /** The most events of the program's own without a status. */
    private static final int MOST = 3;

    private final int weight;

    EventOperation(int weight) {
        this.weight = weight;
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public Call<OpenClModel, OpenClObjects> random(
            SplittableRandom random, OpenClModel model, int thread, int number) {
        return call(
                thread,
                number,
                model.random(random, this == OWN ? Kind.CONTEXT : Kind.EVENT, OpenClModel.NONE),
                OpenClModel.NONE,
                0);
    }
}
