package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.MigrateVmProgress;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.turns.KernelGuest;
import dev.hira.e2e.turns.Turns;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that move, are suspended or end while their kernels are held or take turns. */
@Timeout(180)
final class HeldKernelMoveTest {
    /** Limit of the move of a session whose kernel never has its turn. */
    private static final Duration MOVE = Duration.ofSeconds(20);

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(2, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static KernelGuest open(String vm) {
        KernelGuest guest = new KernelGuest(stack.uri(), vm);
        try (Mover mover = new Mover(stack.adminUri(), vm)) {
            if (!mover.sessions().getLast().getServer().equals("server0")) {
                mover.mustMove("server0");
            }
        }
        return guest;
    }

    @Test
    void shouldMoveASessionWhoseKernelIsHeld() {
        try (KernelGuest stays = open("runs");
                KernelGuest moves = open("travels");
                Turns turns = new Turns(stack.adminUri());
                Mover mover = new Mover(stack.adminUri(), "travels")) {
            stays.launchGated();
            for (int i = 1; i <= 2; i++) {
                turns.hold("travels", "runs", moves::launchSlow);
                MigrateVmProgress last = mover.move("server1", MOVE);
                assertThat(last.getStep())
                        .as("move: %s", last.getProblem())
                        .isEqualTo(MigrationStep.MIGRATION_STEP_DONE);
                turns.letGo("travels");
                moves.shouldHaveRunSlow(i);
                mover.mustMove("server0");
            }
            stays.shouldEndGated();
        }
    }

    @Test
    void shouldMoveASessionWhoseKernelTakesTurns() {
        try (KernelGuest stays = open("stays");
                KernelGuest moves = open("moves");
                Mover mover = new Mover(stack.adminUri(), "moves")) {
            stays.launchGated();
            moves.launchSlow();
            mover.mustMove("server1");
            mover.mustMove("server0");
            moves.launchSlow();
            mover.mustMove("server1");
            moves.shouldHaveRunSlow(2);
            stays.shouldEndGated();
        }
    }

    @Test
    void shouldSuspendASessionWhoseKernelIsHeld() {
        try (KernelGuest stays = open("awake");
                KernelGuest sleeps = open("sleeps");
                Turns turns = new Turns(stack.adminUri());
                Keeper keeper = new Keeper(stack.adminUri(), "sleeps")) {
            stays.launchGated();
            turns.hold("sleeps", "awake", sleeps::launchSlow);
            keeper.mustSuspend();
            keeper.resume("server0");
            turns.letGo("sleeps");
            sleeps.shouldHaveRunSlow(1);
            stays.shouldEndGated();
        }
    }

    @Test
    void shouldEndASessionWhoseKernelIsHeld() {
        try (KernelGuest stays = open("stayer");
                Turns turns = new Turns(stack.adminUri())) {
            stays.launchGated();
            for (int i = 0; i < 2; i++) {
                try (KernelGuest leaves = open("leaver")) {
                    turns.hold("leaver", "stayer", leaves::launchSlow);
                    leaves.launchSlow();
                }
                turns.letGo("leaver");
            }
            stays.shouldEndGated();
            stays.launchSlow();
            stays.shouldHaveRunSlow(1);
        }
    }

    @Test
    void shouldRunManyKernelsThatTakeTurnsToTheEnd() {
        try (KernelGuest a = open("a");
                KernelGuest b = open("b");
                KernelGuest c = open("c")) {
            List<KernelGuest> all = List.of(a, b, c);
            all.forEach(KernelGuest::launchSlow);
            all.forEach(guest -> guest.shouldHaveRunSlow(1));
        }
    }
}
