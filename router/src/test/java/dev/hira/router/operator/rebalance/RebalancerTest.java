package dev.hira.router.operator.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.operator.rebalance.DeviceModel.Move;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rebalancer in virtual time, with one look in each second. */
final class RebalancerTest {
    private static final int PATIENCE = (int) DeviceModel.CONFIG.patience().toSeconds();
    private static final int REST = (int) DeviceModel.CONFIG.rest().toSeconds();
    private static final int WORLDS = 40;
    private static final long SEED = 20_261_128;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final DeviceModel model = new DeviceModel("a/0", "a/1", "b/0");

    @Test
    void shouldMoveOneOfTwoBusyVmsToAnIdleDeviceAfterItsPatience() {
        model.put("red", "a/0", 1);
        model.put("blue", "a/0", 1);
        model.put("green", "a/1", 0.3);

        model.run(PATIENCE);
        assertThat(model.moves).isEmpty();
        model.run(1);
        assertThat(model.moves).hasSize(1);
        Proposal move = model.moves.getFirst().proposal();
        assertThat(move.from()).isEqualTo("a/0");
        assertThat(move.to()).as("the coldest device").isEqualTo("b/0");
        assertThat(move.text())
                .isEqualTo(
                        "blue with load 1.00 and 0 MiB goes to b/0; the loads are 2.00 and 0.00,"
                                + " and will be 1.00 and 1.00");
        model.run(10 * REST);
        assertThat(model.moves).hasSize(1);
    }

    @Test
    void shouldLeaveAVmThatKeepsADeviceBusyAlone() {
        model.put("red", "a/0", 1);
        model.run(10 * REST);
        assertThat(model.moves).isEmpty();
    }

    @Test
    void shouldLeaveDevicesWhoseLoadsAreNearlyAlike() {
        model.put("red", "a/0", 0.5);
        model.put("blue", "a/0", 0.4);
        model.put("green", "a/1", 0.45);
        model.put("white", "b/0", 0.45);
        model.run(10 * REST);
        assertThat(model.moves).isEmpty();
    }

    @Test
    void shouldBePatientAnewWhenTheLoadFell() {
        model.put("red", "a/0", 1);
        model.put("blue", "a/0", 1);
        for (int i = 0; i < 20; i++) {
            model.want("blue", 1);
            model.run(PATIENCE);
            model.want("blue", 0);
            model.run(1);
        }
        assertThat(model.moves).isEmpty();
    }

    @Test
    void shouldMoveTheVmWithTheLeastMemoryOfThoseWithTheSameLoad() {
        model.put("red", "a/0", 1);
        model.put("blue", "a/0", 1);
        model.put("white", "a/0", 0.02);
        model.bytes.put("red", 5L << 20);
        model.bytes.put("blue", 6L << 20);
        model.run(PATIENCE + 1);
        assertThat(model.places()).containsEntry("red", "a/1").containsEntry("blue", "a/0");
        assertThat(model.places()).containsEntry("white", "a/0");
        assertThat(model.moves.getFirst().proposal().bytes()).isEqualTo(5 << 20);
    }

    @Test
    void shouldMoveNoVmToADeviceThatCannotTakeIt() {
        model.put("red", "a/0", 1);
        model.put("blue", "a/0", 1);
        model.closed.addAll(List.of("a/1", "b/0"));
        model.run(10 * REST);
        assertThat(model.moves).isEmpty();
        model.closed.remove("a/1");
        model.run(PATIENCE + 1);
        assertThat(model.places()).containsValues("a/0", "a/1");
    }

    @Test
    void shouldLetAVmRestThatMovedForAnotherReason() {
        model.put("red", "a/0", 1);
        model.run(1);
        model.put("red", "a/1", 1);
        model.put("blue", "a/1", 0.01);
        model.put("green", "a/1", 1);
        model.bytes.put("green", 1L << 40);
        model.run(PATIENCE + 1);
        assertThat(model.places()).containsEntry("red", "a/1").containsEntry("green", "a/0");
    }

    @Test
    void shouldCountTheStrainOfADeviceAsVms() {
        model.put("red", "a/0", 0.6);
        model.put("blue", "a/0", 0.1);
        model.run(10 * PATIENCE);
        assertThat(model.moves).isEmpty();
        model.strain.put("a/0", 2);
        model.run(PATIENCE + 1);
        assertThat(model.places()).containsEntry("red", "a/1");
    }

    @Test
    void shouldConvergeAndNotGoBackAndForth() {
        long seed = Long.getLong("seed", SEED);
        int moves = 0;
        for (int world = 0; world < WORLDS || moves <= WORLDS; world++) {
            assertThat(world).as("-Dseed=" + seed).isLessThan(10 * WORLDS);
            moves += converge(new Random(seed + world), "-Dseed=" + (seed + world));
        }
    }

    /** Returns the number of moves with demands that stay. */
    private static int converge(Random random, String seed) {
        DeviceModel world = world(random);
        int vms = world.places().size();
        world.run((vms + 1) * (REST + PATIENCE));
        int moves = world.moves.size();
        shouldPayAndRest(world.moves, seed);
        world.run(5 * REST);
        assertThat(world.moves).as(seed).hasSize(moves);
        return moves;
    }

    /** In this world a VM's load grows at either device so much that the other one seems better. */
    @Test
    void shouldLetAVmRestEverLongerThatGoesBackAndForth() {
        DeviceModel world = world(new Random(3_466_168_226_389_820_399L));
        world.run(60 * REST);
        List<Long> times = times(world, "vm1");
        assertThat(times).hasSize(6);
        for (int i = 2; i < times.size(); i++) {
            long rest = times.get(i) - times.get(i - 1);
            long before = times.get(i - 1) - times.get(i - 2);
            assertThat(rest).isBetween(2 * (before - (PATIENCE + 1) * SECOND), 2 * before);
        }
    }

    @Test
    void shouldLetAVmRestEverLongerWhoseMovesFail() {
        DeviceModel two = new DeviceModel("a/0", "b/0");
        two.refusing.add("b/0");
        two.put("red", "a/0", 1);
        two.strain.put("a/0", 1);
        two.run(200 * REST);
        List<Long> times = times(two, "red");
        assertThat(times).hasSizeBetween(8, 12);
        for (int i = 1; i < times.size(); i++) {
            long rest = Math.min(1L << (i - 1), 32) * DeviceModel.CONFIG.rest().toNanos();
            assertThat(times.get(i) - times.get(i - 1))
                    .isBetween(rest, rest + (PATIENCE + 1) * SECOND);
        }

        two.refusing.clear();
        two.run(33 * REST);
        assertThat(two.places()).containsEntry("red", "b/0");
        two.strain.put("a/0", 0);
        two.strain.put("b/0", 2);
        int before = two.moves.size();
        two.run(2 * REST);
        assertThat(two.moves).as("the usual rest after its arrival").hasSize(before + 1);
    }

    @Test
    void shouldTryMovesThatFailRarelyEvenIfVeryManyVmsWait() {
        DeviceModel two = new DeviceModel("a/0", "b/0");
        two.refusing.add("b/0");
        int vms = 100;
        for (int vm = 0; vm < vms; vm++) {
            two.put("vm" + vm, "a/0", 1);
        }
        two.run(40 * REST);
        int before = two.moves.size();
        two.run(64 * REST);
        assertThat(two.moves.size() - before).isLessThanOrEqualTo(4 * vms);
    }

    private static List<Long> times(DeviceModel world, String vm) {
        return world.moves.stream()
                .filter(move -> move.proposal().vm().equals(vm))
                .map(Move::at)
                .toList();
    }

    @Test
    void shouldForgetThatAVmCameFromADeviceAfterALongStay() {
        model.closed.add("b/0");
        for (int round = 0; round < 8; round++) {
            String busy = "a/" + round % 2;
            model.put("other" + round, busy, 1);
            model.bytes.put("other" + round, 1L << 40); // so red moves
            model.put("red", busy, 1);
            int before = model.moves.size();
            model.run(2 * REST);
            assertThat(model.moves).as("round %d", round).hasSize(before + 1);
            model.put("other" + round, busy, 0);
            model.run(2 * REST);
        }
    }

    @Test
    void shouldKeepItsRulesWhateverLoadsDo() {
        long seed = Long.getLong("seed", SEED);
        for (int world = 0; world < WORLDS; world++) {
            disturb(new Random(seed + world), "-Dseed=" + (seed + world));
        }
    }

    private static void disturb(Random random, String seed) {
        DeviceModel world = world(random);
        List<String> vms = new ArrayList<>(world.places().keySet());
        for (int i = 0; i < 40; i++) {
            world.want(vms.get(random.nextInt(vms.size())), random.nextDouble());
            world.run(random.nextInt(1, 3 * PATIENCE));
        }
        shouldPayAndRest(world.moves, seed);
        assertThat(world.moves).as(seed).noneMatch(m -> world.closed.contains(m.proposal().to()));
        for (int i = 1; i < world.moves.size(); i++) {
            long between = world.moves.get(i).at() - world.moves.get(i - 1).at();
            assertThat(between).as(seed).isGreaterThan(DeviceModel.CONFIG.patience().toNanos());
        }
    }

    private static DeviceModel world(Random random) {
        String[] devices =
                IntStream.range(0, random.nextInt(2, 6))
                        .mapToObj(i -> "s/" + i)
                        .toArray(String[]::new);
        DeviceModel world = new DeviceModel(devices);
        int vms = random.nextInt(1, 15);
        for (int vm = 0; vm < vms; vm++) {
            double demand = random.nextBoolean() ? 1 : random.nextDouble();
            world.put("vm" + vm, devices[random.nextInt(devices.length)], demand);
        }
        if (random.nextInt(3) == 0) {
            world.closed.add(devices[0]);
        }
        return world;
    }

    /** Checks that each move lowers the larger load, and that no VM moves twice within its rest. */
    private static void shouldPayAndRest(List<Move> moves, String seed) {
        double least = DeviceModel.CONFIG.threshold() / 2;
        Map<String, Long> last = new HashMap<>();
        for (Move move : moves) {
            Proposal proposal = move.proposal();
            double before = Math.max(proposal.fromLoad(), proposal.toLoad());
            double after =
                    Math.max(
                            proposal.fromLoad() - proposal.load(),
                            proposal.toLoad() + proposal.load());
            assertThat(before - after).as(seed).isGreaterThanOrEqualTo(least - 1e-9);
            Long former = last.put(proposal.vm(), move.at());
            if (former != null) {
                assertThat(move.at() - former)
                        .as(seed)
                        .isGreaterThanOrEqualTo(DeviceModel.CONFIG.rest().toNanos());
            }
        }
    }
}
