package dev.hira.sim.run;

import static dev.hira.sim.run.RunFixture.FLAG;
import static dev.hira.sim.run.RunFixture.INT;
import static dev.hira.sim.run.RunFixture.YES;
import static dev.hira.sim.run.RunFixture.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Meeting.Barrier.Kind;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

final class BlockSchedulerTest {
    private static final int ALL = -1;

    /** The behaviour of a thread at its n-th turn: it waits at a stop, or ends. */
    private interface Script {
        /**
         * Returns the stop at which the thread waits, after it has stored the operands; -1 to end,
         * -2 to continue later.
         */
        int step(BlockState block, int thread, int turn);
    }

    private static BlockState run(int threads, List<Exit.Stop> stops, Script script) {
        BlockState block = RunFixture.block(threads, stops);
        int[] turns = new int[threads];
        ThreadEngine engine =
                (state, from, to) -> {
                    for (int thread = from; thread < to; thread++) {
                        if (state.phase[thread] == BlockState.READY) {
                            int stop = script.step(state, thread, turns[thread]++);
                            if (stop == -1) {
                                state.end(thread);
                            } else if (stop >= 0) {
                                state.stop(thread, stop);
                            }
                        }
                    }
                };
        new BlockScheduler(engine, stops).run(block);
        return block;
    }

    /** A shuffle with a constant lane and clamp, or with those that the threads bring. */
    private static long[] shuffle(
            Meeting.Shuffle.From from, int lane, int clamp, boolean known, boolean[] flags) {
        Meeting.Shuffle meeting =
                known
                        ? new Meeting.Shuffle(
                                from, INT, FLAG, ZERO, constant(lane), constant(clamp), ZERO)
                        : new Meeting.Shuffle(from, INT, FLAG, ZERO, INT, INT, ZERO);
        BlockState block =
                run(
                        32,
                        RunFixture.stops(meeting),
                        (state, thread, turn) -> {
                            state.value[thread] = 100L + thread;
                            state.second[thread] = known ? -1 : lane;
                            state.third[thread] = known ? -1 : clamp;
                            state.mask[thread] = ALL;
                            return turn == 0 ? 0 : -1;
                        });
        System.arraycopy(block.flag, 0, flags, 0, 32);
        return block.result;
    }

    private static Value constant(int number) {
        return new Value.Constant(number & 0xffff_ffffL, Carrier.INT);
    }

    private static void assertShuffle(
            Meeting.Shuffle.From from, int lane, int clamp, IntUnaryOperator source) {
        assertShuffle(from, lane, clamp, false, source);
        assertShuffle(from, lane, clamp, true, source);
    }

    private static void assertShuffle(
            Meeting.Shuffle.From from,
            int lane,
            int clamp,
            boolean known,
            IntUnaryOperator source) {
        boolean[] flags = new boolean[32];
        long[] results = shuffle(from, lane, clamp, known, flags);
        for (int thread = 0; thread < 32; thread++) {
            int expected = source.applyAsInt(thread);
            assertThat(results[thread])
                    .as("%s of lane %d", from, thread)
                    .isEqualTo(100 + (expected < 0 ? thread : expected));
            assertThat(flags[thread]).as("%s of lane %d", from, thread).isEqualTo(expected >= 0);
        }
    }

    @Test
    void shouldShuffleInAllModesAsTheToolkitUsesThem() {
        assertShuffle(Meeting.Shuffle.From.DOWN, 4, 31, lane -> lane + 4 < 32 ? lane + 4 : -1);
        assertShuffle(Meeting.Shuffle.From.UP, 3, 0, lane -> lane >= 3 ? lane - 3 : -1);
        assertShuffle(Meeting.Shuffle.From.BFLY, 16, 31, lane -> lane ^ 16);
        assertShuffle(Meeting.Shuffle.From.IDX, 7, 31, lane -> 7);
        // Segments of 8 lanes: the segment mask is 24.
        int eights = 24 << 8;
        assertShuffle(
                Meeting.Shuffle.From.DOWN,
                2,
                eights | 31,
                lane -> lane % 8 + 2 < 8 ? lane + 2 : -1);
        assertShuffle(Meeting.Shuffle.From.UP, 2, eights, lane -> lane % 8 >= 2 ? lane - 2 : -1);
        assertShuffle(Meeting.Shuffle.From.IDX, 5, eights | 31, lane -> (lane & ~7) + 5);
    }

    @Test
    void shouldLetLanesMeetThatComeFromDifferentPlaces() {
        Meeting.Vote vote = new Meeting.Vote(Meeting.Vote.Test.BALLOT, INT, YES, false, ZERO);
        Meeting.Vote same = new Meeting.Vote(Meeting.Vote.Test.BALLOT, INT, YES, false, ZERO);
        BlockState block =
                run(
                        32,
                        RunFixture.stops(vote, same),
                        (state, thread, turn) -> {
                            state.value[thread] = thread % 3 == 0 ? 1 : 0;
                            state.mask[thread] = ALL;
                            return turn > 0 ? -1 : thread & 1;
                        });
        assertThat(block.result).containsOnly(0b01001001001001001001001001001001L);
    }

    @Test
    void shouldMeetInGroupsByMaskAndNotWaitForEndedLanes() {
        Meeting.Reduce sum = new Meeting.Reduce(Step.Update.ADD, ScalarType.U32, INT, ZERO, ZERO);
        BlockState block =
                run(
                        32,
                        RunFixture.stops(sum),
                        (state, thread, turn) -> {
                            state.value[thread] = thread;
                            state.mask[thread] = thread < 16 ? 0xffff : 0xffff0000;
                            return turn > 0 || thread == 5 ? -1 : 0;
                        });
        assertThat(block.result[0]).isEqualTo(15 * 16 / 2 - 5);
        assertThat(block.result[31]).isEqualTo(31 * 32 / 2 - 15 * 16 / 2);
    }

    @Test
    void shouldReturnTheMaskOfTheLanesAtTheSameSite() {
        Meeting here = new Meeting.ActiveMask(INT);
        Meeting there = new Meeting.ActiveMask(INT);
        BlockState block =
                run(
                        32,
                        RunFixture.stops(here, there),
                        (state, thread, turn) -> turn > 0 ? -1 : thread < 8 ? 0 : 1);
        assertThat(block.result[0]).isEqualTo(0xffL);
        assertThat(block.result[8]).isEqualTo(0xffffff00L);
    }

    @Test
    void shouldVoteMatchAndElect() {
        Meeting all = new Meeting.Vote(Meeting.Vote.Test.ALL, FLAG, YES, false, ZERO);
        Meeting none = new Meeting.Vote(Meeting.Vote.Test.ANY, FLAG, YES, true, ZERO);
        Meeting match = new Meeting.Match(false, INT, null, ZERO, ZERO);
        Meeting elect = new Meeting.Elect(INT, FLAG, ZERO);
        List<List<Boolean>> flags = List.of(new ArrayList<>(), new ArrayList<>());
        List<Long> matched = new ArrayList<>();
        BlockState block =
                run(
                        32,
                        RunFixture.stops(all, none, match, elect),
                        (state, thread, turn) -> {
                            if (turn == 1 || turn == 2) {
                                flags.get(turn - 1).add(state.flag[thread]);
                            } else if (turn == 3) {
                                matched.add(state.result[thread]);
                            }
                            state.value[thread] = turn < 2 ? 1 : thread / 8;
                            state.mask[thread] = ALL;
                            return turn < 4 ? turn : -1;
                        });
        assertThat(flags.get(0)).containsOnly(true);
        assertThat(flags.get(1)).containsOnly(false);
        assertThat(matched.subList(8, 16)).containsOnly(0xff00L);
        assertThat(block.result).containsOnly(0);
        assertThat(block.flag[0]).isTrue();
        assertThat(block.flag[1]).isFalse();
    }

    private static Meeting.Barrier barrier(Kind kind) {
        return new Meeting.Barrier(ZERO, null, kind, true, null, null);
    }

    @Test
    void shouldHoldAllThreadsAtABarrierAndReduce() {
        List<Integer> order = new ArrayList<>();
        BlockState block =
                run(
                        100,
                        RunFixture.stops(barrier(Kind.SYNC), barrier(Kind.POPC)),
                        (state, thread, turn) -> {
                            order.add(turn);
                            state.second[thread] = turn;
                            state.value[thread] = thread % 2;
                            return turn < 2 ? turn : -1;
                        });
        assertThat(order).isSorted().hasSize(300);
        assertThat(block.result).containsOnly(50);
    }

    @Test
    void shouldLetProducersArriveWithoutWaiting() {
        Meeting.Barrier wait = new Meeting.Barrier(YES, YES, Kind.SYNC, true, null, null);
        Meeting.Barrier arrive = new Meeting.Barrier(YES, YES, Kind.ARRIVE, true, null, null);
        for (int consumers : new int[] {0, 32}) {
            BlockState block =
                    run(
                            64,
                            RunFixture.stops(wait, arrive),
                            (state, thread, turn) -> {
                                state.second[thread] = 1;
                                state.third[thread] = 64;
                                return turn > 0 ? -1 : thread < consumers ? 0 : 1;
                            });
            assertThat(block.phase).containsOnly(BlockState.ENDED);
        }
        assertThatThrownBy(() ->
                        run(
                                32,
                                RunFixture.stops(wait),
                                (state, thread, turn) -> {
                                    state.second[thread] = 1;
                                    state.third[thread] = 64;
                                    return turn > 0 ? -1 : 0;
                                }))
                .hasMessageContaining("All 32 threads");
    }

    @Test
    void shouldNotTreatALaneThatIsStillRunningAsMissing() {
        Meeting.Barrier counted = new Meeting.Barrier(YES, YES, Kind.SYNC, true, null, null);
        List<Integer> passed = new ArrayList<>();
        BlockState block =
                run(
                        64,
                        RunFixture.stops(counted),
                        (state, thread, turn) -> {
                            state.second[thread] = 1;
                            state.third[thread] = 64;
                            if (thread == 33 && turn < 3) {
                                return -2;
                            }
                            if (state.site[thread] == 0) {
                                passed.add(thread);
                                return -1;
                            }
                            assertThat(passed).as("went on without " + thread).isEmpty();
                            return 0;
                        });
        assertThat(block.phase).containsOnly(BlockState.ENDED);
    }

    @Test
    void shouldCountAWarpWithMissingOrEndedLanesAsAWholeWarp() {
        Meeting.Barrier counted = new Meeting.Barrier(YES, YES, Kind.SYNC, true, null, null);
        BlockState block =
                run(
                        48,
                        RunFixture.stops(counted),
                        (state, thread, turn) -> {
                            state.second[thread] = 1;
                            state.third[thread] = 64;
                            return turn > 0 || thread < 3 ? -1 : 0;
                        });
        assertThat(block.phase).containsOnly(BlockState.ENDED);
    }

    @Test
    void shouldLetTheDeviceStopALoopAcrossMeetings() {
        List<Exit.Stop> stops = RunFixture.stops(barrier(Kind.SYNC), new Meeting.WarpBarrier(ZERO));
        for (int site : new int[] {0, 1}) {
            int[] turns = {0};
            assertThatThrownBy(() ->
                            run(
                                    32,
                                    stops,
                                    (state, thread, turn) -> {
                                        state.mask[thread] = ALL;
                                        if (turns[0]++ == 10_000) {
                                            state.grid.setAttention(true);
                                        }
                                        return turns[0] < 1_000_000 ? site : -1;
                                    }))
                    .isInstanceOf(DeviceFault.class)
                    .hasMessageContaining("attended");
        }
    }

    @Test
    void shouldReportAThreadThatWaitsForOthersThatNeverCome() {
        assertThatThrownBy(() ->
                        run(
                                64,
                                RunFixture.stops(barrier(Kind.SYNC), barrier(Kind.SYNC)),
                                (state, thread, turn) -> {
                                    state.second[thread] = thread < 32 ? 0 : 1;
                                    return turn > 0 ? -1 : 0;
                                }))
                .isInstanceOfSatisfying(
                        DeviceFault.class,
                        fault -> assertThat(fault.kind()).isEqualTo(FaultKind.LAUNCH_FAILED))
                .hasMessageContaining("All 64 threads")
                .hasMessageContaining("thread 0 waits in line 1");
    }

    @Test
    void shouldNotCountThreadsThatHaveEndedAtABarrier() {
        BlockState block =
                run(
                        64,
                        RunFixture.stops(barrier(Kind.SYNC)),
                        (state, thread, turn) -> turn > 0 || thread > 40 ? -1 : 0);
        assertThat(block.phase).containsOnly(BlockState.ENDED);
    }

    @Test
    void shouldRefuseABarrierThatDoesNotExist() {
        assertThatThrownBy(() ->
                        run(
                                1,
                                RunFixture.stops(barrier(Kind.SYNC)),
                                (state, thread, turn) -> {
                                    state.second[thread] = 16;
                                    return 0;
                                }))
                .hasMessageContaining("There is no barrier 16");
    }
}
