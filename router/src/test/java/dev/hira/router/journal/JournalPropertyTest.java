package dev.hira.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random programs, with failing calls and names in use again: whenever the server has executed all
 * commands, a replay leads to the server's state, and the journal is as large as this state. Guests
 * know whether a change of the current context will succeed, so nothing follows one that will fail.
 */
class JournalPropertyTest {
    private static final int PROGRAMS = 300;
    private static final int COMMANDS = 400;

    @Test
    void shouldLeadToTheServersState() {
        long seed = Long.getLong("seed", 20_261_128);
        for (int program = 0; program < PROGRAMS; program++) {
            run(new Random(seed + program), "-Dseed=" + (seed + program));
        }
    }

    @Test
    void shouldLeadToTheServersStateByAReplayAheadAndTheCallsThatFollow() {
        long seed = Long.getLong("seed", 20_261_128);
        int done = 0;
        // In the others a call that was repeated failed, or a lane keeps a context that is gone.
        for (int program = 0; program < PROGRAMS || done <= PROGRAMS / 10; program++) {
            assertThat(program).as("-Dseed=" + seed).isLessThan(10 * PROGRAMS);
            done += runAhead(new Random(seed + program), "-Dseed=" + (seed + program)) ? 1 : 0;
        }
    }

    /** Returns false when the router would recreate the session once more at rest. */
    private static boolean runAhead(Random random, String seed) {
        JournalRig rig = new JournalRig();
        commands(rig, random, 60);
        ModelServer ahead = new ModelServer();
        boolean good = rig.repeat(rig.journal.replayAhead(), ahead);
        for (int round = 0; round < 3; round++) {
            commands(rig, random, 20);
            Replay calls = rig.journal.tail();
            good = calls != null && rig.repeat(calls, ahead) && good;
        }
        rig.work();
        Replay last = rig.journal.lastOfTail();
        if (last == null || !good || !rig.repeat(last, ahead)) {
            return false;
        }
        ahead.laneEnded(Replay.LANE);
        assertThat(ahead.state()).as(seed).isEqualTo(rig.server.state());
        return true;
    }

    static void commands(JournalRig rig, Random random, int count) {
        for (int i = 0; i < count; i++) {
            command(rig, random);
            if (rig.changesLane()) {
                rig.work();
            }
            while (rig.waiting() > 0 && random.nextInt(4) == 0) {
                rig.workOne();
            }
        }
    }

    @Test
    void shouldLeadToTheStateThatADeadServerWouldHave() {
        long seed = Long.getLong("seed", 20_261_128);
        for (int program = 0; program < PROGRAMS; program++) {
            runAndKill(new Random(seed + program), "-Dseed=" + (seed + program));
        }
    }

    private static void runAndKill(Random random, String seed) {
        JournalRig rig = new JournalRig();
        commands(rig, random, 100);
        ModelServer dead = rig.killed();
        assertThat(objects(rig.rebuilt())).as(seed).isEqualTo(objects(dead));
        assertThat(rig.journal.objects()).as(seed).isEqualTo(dead.objects());
        assertThat(objects(rig.recreated(random))).as(seed).isEqualTo(objects(dead));
    }

    /**
     * Returns a server's state without records of events and access to peers. The journal does not
     * know that these need the thread's context or a live peer, so one that would have failed may
     * succeed when it is repeated.
     */
    private static String objects(ModelServer server) {
        return server.state().replaceAll("(, )?(record|peer [0-9]+)=[0-9]+", "");
    }

    private static void run(Random random, String seed) {
        JournalRig rig = new JournalRig();
        for (int i = 0; i < COMMANDS; i++) {
            command(rig, random);
            if (rig.changesLane()) {
                rig.work();
            }
            while (rig.waiting() > 0 && random.nextInt(4) == 0) {
                rig.workOne();
            }
            if (random.nextInt(40) == 0) {
                rig.work();
                assertThat(rig.recreated(random).state()).as(seed).isEqualTo(rig.server.state());
            }
        }
        rig.work();
        assertThat(rig.recreated(random).state()).as(seed).isEqualTo(rig.server.state());
        assertThat(rig.journal.objects()).as(seed).isEqualTo(rig.server.objects());
        assertThat(rig.journal.calls()).as(seed).isLessThan(20 * (5 + rig.server.objects()));
    }

    private static void command(JournalRig rig, Random random) {
        int lane = 1 + random.nextInt(3);
        boolean sync = random.nextInt(3) == 0;
        long context = random.nextInt(4) == 0 ? ModelServer.primary(0) : pick(random, 0x10, 3);
        long stream = pick(random, 0x30, 3);
        long event = pick(random, 0x40, 3);
        long memory = 0x4000_0000L + 0x1000L * random.nextInt(4);
        long module = pick(random, 0x50, 2);
        long function = pick(random, 0x60, 3);
        switch (random.nextInt(24)) {
            case 0, 1 -> rig.admit(lane, sync, "cuCtxCreate", context);
            case 2 -> rig.admit(lane, sync, "cuCtxDestroy", context);
            case 3 -> rig.admit(lane, sync, "cuCtxPushCurrent", context);
            case 4 -> rig.admit(lane, sync, "cuCtxPopCurrent");
            case 5, 6 ->
                    rig.admit(lane, sync, "cuCtxSetCurrent", random.nextInt(5) == 0 ? 0 : context);
            case 7 -> rig.admit(lane, sync, "cuCtxSetLimit", random.nextInt(2), random.nextInt(99));
            case 8, 9 -> rig.admit(lane, sync, "cuMemAlloc", memory, 4096);
            case 10 -> rig.admit(lane, sync, "cuMemAllocAsync", memory, 4096, stream);
            case 11 -> rig.admit(lane, sync, "cuMemFree", memory);
            case 12 -> rig.admit(lane, sync, "cuStreamCreate", stream);
            case 13 -> rig.admit(lane, sync, "cuStreamDestroy", stream);
            case 14 -> rig.admit(lane, sync, "cuEventCreate", event);
            case 15 -> rig.admit(lane, sync, "cuEventRecord", event, stream);
            case 16 -> rig.admit(lane, sync, "cuEventDestroy", event);
            case 17 -> rig.admit(lane, sync, "cuModuleLoadData", module);
            case 18 -> rig.admit(lane, sync, "cuModuleGetFunction", function, module);
            case 19 ->
                    rig.admit(
                            lane,
                            sync,
                            "cuFuncSetAttribute",
                            function,
                            random.nextInt(2),
                            random.nextInt(99));
            case 20 -> rig.admit(lane, sync, "cuModuleUnload", module);
            case 21 -> rig.admit(lane, sync, "cuDevicePrimaryCtxRetain", ModelServer.primary(0), 0);
            case 22 ->
                    rig.admit(
                            lane,
                            sync,
                            random.nextBoolean()
                                    ? "cuDevicePrimaryCtxRelease"
                                    : "cuDevicePrimaryCtxReset",
                            0);
            default -> {
                String peer = random.nextBoolean() ? "Enable" : "Disable";
                rig.admit(lane, sync, "cuCtx" + peer + "PeerAccess", context);
            }
        }
    }

    private static long pick(Random random, long first, int count) {
        return first + random.nextInt(count);
    }
}
