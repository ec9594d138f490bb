package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.Session;
import dev.hira.cli.launch.LocalStack;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuEvent;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuLongs;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that are moved from server to server while they run, and notice nothing. */
class MigrationTest {
    private static final List<String> BACK_AND_FORTH = List.of("server1/1", "server0/0");

    /** Steps the numbers of an array through a linear congruence, and counts the steps. */
    static final String PROGRAM =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .global .align 4 .u32 steps = 0;
            .visible .entry step(.param .u64 cell, .param .u32 n) {
              .reg .b32 %r<8>; .reg .b64 %d<6>; .reg .pred %p<3>;
              ld.param.u64 %d1, [cell];
              ld.param.u32 %r1, [n];
              mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
              mad.lo.s32 %r5, %r2, %r3, %r4;
              setp.ge.u32 %p1, %r5, %r1;
              @%p1 bra END;
              ld.global.u64 %d2, [%d1];
              mul.wide.u32 %d3, %r5, 4;
              add.s64 %d4, %d2, %d3;
              ld.global.u32 %r6, [%d4];
              mad.lo.s32 %r6, %r6, 1664525, 1013904223;
              st.global.u32 [%d4], %r6;
              setp.ne.u32 %p2, %r5, 0;
              @%p2 bra END;
              mov.u64 %d5, steps;
              atom.global.add.u32 %r7, [%d5], 1;
            END:
              ret;
            }
            """;

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "2", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"&memory=off&rings=off", "&rings=off", ""})
    void shouldComputeTheSameWhileItMoves(String options) throws Exception {
        String vm = "walker" + options.length();
        try (Gpu gpu = Gpu.connect(stack.uri() + "?devices=1&vm=" + vm + options);
                Mover mover = new Mover(stack.adminUri(), vm)) {
            int n = 10_000;
            int[] expected = new int[n];
            Arrays.setAll(expected, i -> i);
            try (GpuInts numbers = gpu.upload(expected.clone());
                    GpuLongs cell = gpu.upload(numbers.address());
                    GpuModule module = gpu.load(PROGRAM);
                    GpuStream stream = gpu.stream()) {
                Kernel step = module.kernel("step");
                Future<Integer> moves = mover.moveOn(BACK_AND_FORTH, 6);
                int steps = 0;
                while (!moves.isDone()) {
                    for (int i = 0; i < 20; i++) {
                        step.launch(Dim3.of(n / 100), Dim3.of(100), stream, cell, n);
                        steps++;
                    }
                    stream.synchronize();
                    if (steps >= 200) {
                        mover.stop();
                    }
                }
                assertThat(moves.get()).isGreaterThanOrEqualTo(6);
                Session session = mover.sessions().getFirst();
                assertThat(session.getServerTransport()).isEqualTo(session.getTransport());
                for (int i = 0; i < steps; i++) {
                    for (int k = 0; k < n; k++) {
                        expected[k] = expected[k] * 1664525 + 1013904223;
                    }
                }
                assertThat(numbers.download()).as("after %d steps", steps).isEqualTo(expected);
                GpuBytes counter = module.global("steps");
                assertThat(counter.download()).startsWith((byte) steps, (byte) (steps >> 8));
            }
        }
    }

    @Test
    void shouldRunTheGalleryWhileItMoves() throws Exception {
        try (Gpu gpu = Gpu.connect(stack.uri() + "?devices=1&vm=gallery");
                Mover mover = new Mover(stack.adminUri(), "gallery")) {
            Future<Integer> moves = mover.moveOn(BACK_AND_FORTH, 4);
            for (GalleryProgram program : Gallery.programs()) {
                assertThat(program.run(gpu, program.card().testSize(), 1).passed())
                        .as(program.card().name())
                        .isTrue();
            }
            mover.stop();
            assertThat(moves.get(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void shouldMoveAllSessionsOfAVmAndNoOthers() {
        try (Gpu one = Gpu.connect(stack.uri() + "?devices=1&vm=pair");
                Gpu two = Gpu.connect(stack.uri() + "?devices=1&vm=pair");
                Gpu other = Gpu.connect(stack.uri() + "?devices=1&vm=other");
                Mover mover = new Mover(stack.adminUri(), "pair")) {
            GpuInts first = one.upload(1, 2, 3);
            GpuInts second = two.upload(4, 5, 6);
            GpuInts third = other.upload(7, 8, 9);
            // The sessions may have been placed on different servers.
            mover.mustMove("server1/1");
            MigrateVmProgress last = mover.mustMove("server0/0");
            assertThat(last.getSessions()).isEqualTo(2);
            assertThat(last.getCalls()).isPositive();
            assertThat(first.download()).containsExactly(1, 2, 3);
            assertThat(second.download()).containsExactly(4, 5, 6);
            assertThat(third.download()).containsExactly(7, 8, 9);
        }
    }

    @Test
    void shouldGatherAVmWhoseSessionsAreAtSeveralServers() {
        List<Gpu> sessions = new ArrayList<>();
        try (Mover mover = new Mover(stack.adminUri(), "spread")) {
            List<GpuInts> numbers = new ArrayList<>();
            // Most of them are placed elsewhere than the first one.
            for (int i = 0; i < 4; i++) {
                sessions.add(Gpu.connect(stack.uri() + "?devices=1&vm=spread"));
                numbers.add(sessions.get(i).upload(i, i + 1));
            }
            List<String> spread = placesOf(mover);
            assertThat(Set.copyOf(spread)).hasSizeGreaterThan(1);
            for (String target : List.of(spread.getFirst(), "server1/1", "server0/0")) {
                long elsewhere =
                        placesOf(mover).stream().filter(place -> !place.equals(target)).count();
                if (elsewhere > 0) {
                    assertThat(mover.mustMove(target).getSessions()).isEqualTo((int) elsewhere);
                }
                assertThat(placesOf(mover)).containsOnly(target).hasSize(4);
            }
            assertThat(mover.move("server0/0").getProblem()).endsWith("is there already");
            for (int i = 0; i < 4; i++) {
                assertThat(numbers.get(i).download()).containsExactly(i, i + 1);
            }
        } finally {
            sessions.forEach(Gpu::close);
        }
    }

    private static List<String> placesOf(Mover mover) {
        return mover.sessions().stream()
                .map(session -> session.getServer() + "/" + session.getDeviceOrdinals(0))
                .toList();
    }

    @Test
    void shouldKeepEventsAndTheirTimes() {
        try (Gpu gpu = Gpu.connect(stack.uri() + "?devices=1&vm=clock");
                Mover mover = new Mover(stack.adminUri(), "clock");
                GpuEvent before = gpu.event();
                GpuEvent after = gpu.event();
                GpuStream stream = gpu.stream()) {
            stream.record(before);
            stream.synchronize();
            long since = System.nanoTime();
            mover.mustMove("server1/1");
            mover.mustMove("server0/1");
            stream.record(after);
            stream.synchronize();
            double millis = (System.nanoTime() - since) / 1e6;
            assertThat(after.millisSince(before)).isBetween(0.0, millis * 2 + 50);
        }
    }

    @Test
    void shouldStayWhereItIsWhenTheTargetIsWrong() {
        try (Gpu gpu = Gpu.connect(stack.uri() + "?devices=1&vm=stays");
                Mover mover = new Mover(stack.adminUri(), "stays")) {
            GpuInts numbers = gpu.upload(1, 2, 3);
            for (String target : List.of("server7", "server1/9")) {
                assertThatThrownBy(() -> mover.move(target))
                        .isInstanceOf(StatusRuntimeException.class)
                        .hasMessageStartingWith("NOT_FOUND: there is no ")
                        .hasMessageContaining("'" + target + "'");
                assertThat(numbers.download()).containsExactly(1, 2, 3);
            }
        }
    }
}
