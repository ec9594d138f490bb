package dev.hira.lab.experiment;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.StartingGuest;
import dev.hira.lab.guest.StartingGuest.Plan;
import dev.hira.lab.measure.Distribution;
import dev.hira.lab.world.Policies;
import dev.hira.lab.world.World;
import dev.hira.lab.world.WorldPlan;
import dev.hira.policy.model.ResourceRole;
import dev.hira.router.session.SessionView;
import dev.hira.sim.profile.Profiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/**
 * What moves of a program's VM at random points have to do, and the times that follow. The servers
 * of the laboratory cannot hand a session over, so the times are computed from the router's journal
 * and books at these points.
 */
final class RandomMoves {
    private static final Costs COSTS = Costs.DEFAULT;

    /** The time of a synchronous call between router and server. */
    private static final long CALL = 2 * COSTS.hop();

    /** Bytes that are copied from server to server in a microsecond. */
    private static final long BYTES_PER_MICRO = 3_000;

    /** The blocks of a kernel, between which a device stops it. */
    private static final int BLOCKS = 64;

    /**
     * What a move has to do at one point.
     *
     * @param calls recorded calls
     * @param bytes device memory
     * @param left the time for which a kernel runs still
     * @param dirty bytes that the last kernel has written
     */
    private record Point(int calls, long bytes, long left, long dirty) {
        long rest() {
            return CALL + left;
        }

        long copyAndReplay() {
            return calls * CALL + micros(bytes);
        }

        long ahead(long kernel) {
            return 2 * CALL + Math.min(left, kernel / BLOCKS) + micros(dirty);
        }

        private static long micros(long bytes) {
            return bytes * 1000 / BYTES_PER_MICRO;
        }
    }

    private final Plan plan;
    private final List<Point> points;

    private RandomMoves(Plan plan, List<Point> points) {
        this.plan = plan;
        this.points = points;
    }

    /** Lets a program run, and looks at it at random points of its run. */
    static RandomMoves of(Plan plan, int moves, long length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Point> points = new ArrayList<>();
        try (World world = world(seed)) {
            StartingGuest guest = world.start(plan);
            for (int i = 0; i < moves; i++) {
                world.when(random.nextLong(length), () -> points.add(point(world, guest, plan)));
            }
            world.run(length);
        }
        return new RandomMoves(plan, points);
    }

    /** Returns the number of recorded calls after a while. */
    static int recorded(Plan plan, long nanos, long seed) {
        try (World world = world(seed)) {
            StartingGuest guest = world.start(plan);
            world.run(nanos);
            return point(world, guest, plan).calls;
        }
    }

    private static World world(long seed) {
        return new World(
                new WorldPlan(
                        2,
                        1,
                        Profiles.DEFAULT,
                        COSTS,
                        Policies.tenants("fair", Map.of(), Map.of()),
                        seed));
    }

    private static Point point(World world, StartingGuest guest, Plan plan) {
        int calls = 0;
        long bytes = 0;
        for (SessionView facts : world.sessions()) {
            calls += facts.journal().calls();
            bytes +=
                    facts.catalog().resources().stream()
                            .filter(each -> each.role() == ResourceRole.DEVICE_MEMORY)
                            .mapToLong(each -> facts.ledger().held(each.index()))
                            .sum();
        }
        long dirty = guest.kernels() == 0 ? 0 : plan.bufferBytes();
        return new Point(calls, bytes, guest.leftNanos(), dirty);
    }

    /** Returns the times of moves that begin when the VM has been stopped, like AvA's. */
    Distribution stopped() {
        return times("AvA's steps, computed", point -> point.rest() + point.copyAndReplay());
    }

    /** Returns the times of moves that copy and replay while the VM runs. */
    Distribution ahead() {
        return times("Hira's steps, computed", point -> point.ahead(plan.kernel()));
    }

    private Distribution times(String what, ToLongFunction<Point> time) {
        return Distribution.of(what, points.stream().mapToLong(time).toArray());
    }

    /** Returns the part of copying and replaying in the times of {@link #stopped}. */
    double partOfCopyAndReplay() {
        double part = points.stream().mapToLong(Point::copyAndReplay).sum();
        return part / (part + points.stream().mapToLong(Point::rest).sum());
    }
}
