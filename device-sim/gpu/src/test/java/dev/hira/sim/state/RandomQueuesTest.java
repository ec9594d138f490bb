package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.sim.SimConfig;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random work in several streams that was stopped and moved with the same work that was
 * not.
 */
@Tag("thorough")
@Timeout(240)
final class RandomQueuesTest {
    private static final SimConfig SMALL = Guest.device("profile=small,capability=9.0", false);
    private static final SimConfig LARGE = Guest.device("profile=default,capability=9.0", false);
    private static final int REGION = 8192;
    private static final int OPERATIONS = 150;
    private static final int BLOCKS = 40;

    /** Blocks wait for the gate; step mixes a word of a region into the next one. */
    private static final String TEXT =
            """
            .version 8.0
            .target sm_90
            .address_size 64
            .visible .entry gated(.param .u64 gate, .param .u64 out) {
                .reg .b64 %rd<9>;
                .reg .b32 %r<9>;
                .reg .pred %p<2>;
                ld.param.u64 %rd1, [gate];
                ld.param.u64 %rd2, [out];
                mov.u32 %r1, %ctaid.x;
            WAIT:
                ld.volatile.global.u32 %r2, [%rd1];
                setp.le.u32 %p1, %r2, %r1;
                @%p1 bra WAIT;
                atom.global.add.u32 %r3, [%rd2], 1;
                ret;
            }
            .visible .entry step(.param .u64 region, .param .u64 place) {
                .reg .b64 %rd<9>;
                .reg .b32 %r<9>;
                ld.param.u64 %rd1, [region];
                ld.param.u64 %rd2, [place];
                add.u64 %rd1, %rd1, %rd2;
                mov.u32 %r4, %ctaid.x;
                mul.wide.u32 %rd3, %r4, 8;
                add.u64 %rd1, %rd1, %rd3;
                ld.global.u32 %r1, [%rd1];
                ld.global.u32 %r2, [%rd1+4];
                mad.lo.u32 %r2, %r2, 31, %r1;
                add.u32 %r2, %r2, 7;
                st.global.u32 [%rd1+4], %r2;
                ret;
            }
            """;

    /** A stream with its own memory. */
    private record Lane(long stream, long region) {}

    /** A region's content that other streams may read from an event on. */
    private record Published(long event, long slot) {}

    /** One guest with its objects; a guest of the same seed has the same. */
    private static final class Program {
        private final Guest guest;
        private final Random random;
        private final long gate;
        private final long counter;
        private final long gated;
        private final long step;
        private long functions;
        private final List<Lane> lanes = new ArrayList<>();
        private final List<Published> slots = new ArrayList<>();
        private final List<Published> published = new ArrayList<>();

        Program(Guest guest, long seed) {
            this.guest = guest;
            this.random = new Random(seed);
            guest.called.look = region -> sum(guest, region);
            long context = guest.context();
            gate = guest.allocate(context, 4);
            counter = guest.allocate(context, 4);
            long module = guest.module(TEXT);
            gated = guest.kernel(module, "gated");
            step = guest.kernel(module, "step");
            lanes.add(new Lane(0, guest.allocate(context, REGION)));
            for (int i = 0; i < 3; i++) {
                lanes.add(new Lane(guest.stream(), guest.allocate(context, REGION)));
            }
            for (int i = 0; i < OPERATIONS; i++) {
                slots.add(new Published(guest.event(), guest.allocate(context, REGION)));
            }
        }

        void submit() {
            open(2);
            for (int i = 1; i < lanes.size(); i++) {
                GatedWork.launch(guest, gated, lanes.get(i).stream, BLOCKS, gate, counter);
            }
            for (int i = 0; i < OPERATIONS; i++) {
                next(lanes.get(random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3)));
            }
        }

        private void next(Lane lane) {
            long place = 8 * (long) random.nextInt(200);
            switch (random.nextInt(8)) {
                case 0, 1 ->
                        GatedWork.launch(
                                guest,
                                step,
                                lane.stream,
                                1 + random.nextInt(400),
                                lane.region,
                                place);
                case 2 ->
                        guest.cuda.cuMemsetD2D32Async(
                                lane.region + place,
                                400,
                                random.nextInt(),
                                1 + random.nextInt(20),
                                1 + random.nextInt(10),
                                lane.stream);
                case 3 -> {
                    byte[] bytes = new byte[1 + random.nextInt(6000)];
                    random.nextBytes(bytes);
                    guest.cuda.cuMemcpyHtoDAsync(
                            lane.region + place,
                            MemorySegment.ofArray(bytes),
                            bytes.length,
                            lane.stream);
                }
                case 4 -> {
                    Published slot = slots.get(published.size());
                    guest.cuda.cuMemcpyDtoDAsync(slot.slot, lane.region, REGION, lane.stream);
                    guest.cuda.cuEventRecord(slot.event, lane.stream);
                    published.add(slot);
                }
                case 5 ->
                        guest.cuda.cuLaunchHostFunc(
                                lane.stream,
                                guest.called.function(CUhostFn.class, functions++),
                                lane.region);
                case 6 ->
                        guest.cuda.cuStreamAddCallback(
                                lane.stream,
                                guest.called.function(CUstreamCallback.class, functions++),
                                lane.region,
                                0);
                default -> {
                    if (!published.isEmpty()) {
                        Published slot = published.get(random.nextInt(published.size()));
                        guest.cuda.cuStreamWaitEvent(lane.stream, slot.event, 0);
                        guest.cuda.cuMemcpyDtoDAsync(
                                lane.region + place, slot.slot, 3000, lane.stream);
                    }
                }
            }
        }

        /** Returns the calls that a lane's functions have made, in order, with what they saw. */
        private static List<String> callsIn(Lane lane, List<String> calls) {
            String prefix = lane.region + ": ";
            return calls.stream().filter(call -> call.startsWith(prefix)).toList();
        }

        private static long sum(Guest at, long region) {
            long sum = 0;
            for (int i = 0; i < REGION; i += 4) {
                sum = 31 * sum + GatedWork.word(at, region + i);
            }
            return sum;
        }

        /** Opens the gate for so many blocks, beside all work. */
        void open(int blocks) {
            GatedWork.word(guest, gate, blocks);
        }

        /** Stops the work when some blocks have run, but not all. */
        void stop() throws Exception {
            CompletableFuture<Boolean> stopped = GatedWork.stopping(guest, Duration.ofSeconds(100));
            open(BLOCKS);
            assertThat(stopped.get(100, TimeUnit.SECONDS)).isTrue();
            assertThat(guest.process.state().standsStill()).isTrue();
        }

        /** Stops the work when some functions have been called; perhaps all has ended by then. */
        void stopLater() {
            open(BLOCKS);
            int called = random.nextInt((int) functions);
            GatedWork.until(() -> guest.called.calls().size() >= called);
            assertThat(GatedWork.stop(guest, Duration.ofSeconds(100))).isTrue();
        }

        /**
         * Lets all work end in a process with these objects, and returns what it left.
         *
         * @param before the calls of functions before the move
         */
        List<Object> outcome(Guest at, List<String> before) {
            at.called.look = region -> sum(at, region);
            at.process.state().goOn();
            at.cuda.cuCtxSynchronize();
            List<Object> all = new ArrayList<>();
            List<String> calls = new ArrayList<>(before);
            calls.addAll(at.called.calls());
            lanes.forEach(lane -> all.add(callsIn(lane, calls)));
            lanes.forEach(lane -> all.add(at.read(lane.region, REGION)));
            published.forEach(slot -> all.add(at.read(slot.slot, REGION)));
            all.add(at.read(counter, 4));
            published.forEach(
                    slot -> assertThat(at.cuda.cuEventQuery(slot.event).value()).isZero());
            return all;
        }
    }

    private static List<Object> undisturbed(long seed) {
        try (Guest still = Guest.at(SMALL)) {
            Program program = new Program(still, seed);
            program.submit();
            program.open(BLOCKS);
            List<Object> usual = program.outcome(still, List.of());
            assertThat(still.called.calls()).hasSize((int) program.functions);
            return usual;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldLeaveTheSameAfterItsMove(long seed) throws Exception {
        List<Object> usual = undisturbed(seed);
        try (Guest guest = Guest.at(SMALL)) {
            Program program = new Program(guest, seed);
            program.submit();
            program.stop();
            requireSameAfterMove(guest, program, usual);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32})
    void shouldLeaveTheSameAfterItsMoveAmongFunctionsOfTheProgram(long seed) {
        List<Object> usual = undisturbed(seed);
        try (Guest guest = Guest.at(SMALL)) {
            Program program = new Program(guest, seed);
            program.submit();
            program.stopLater();
            requireSameAfterMove(guest, program, usual);
        }
    }

    private static void requireSameAfterMove(Guest guest, Program program, List<Object> usual) {
        List<String> before = guest.called.calls();
        try (Guest moved = guest.repeatedAt(LARGE, guest.process.state().placements())) {
            guest.process.state().save(moved.process.state().restorer());
            assertThat(program.outcome(moved, before)).usingRecursiveComparison().isEqualTo(usual);
        }
        assertThat(program.outcome(guest, List.of())).usingRecursiveComparison().isEqualTo(usual);
    }
}
