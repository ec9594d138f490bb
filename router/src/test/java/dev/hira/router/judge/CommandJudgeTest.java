package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.policy.AdmitAll;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.JudgedCommand.FunctionClass;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.books.CostList;
import dev.hira.router.books.Ledger;
import dev.hira.router.books.VmLedger;
import dev.hira.router.books.WorkInFlight;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.router.catalog.ObjectRef;
import dev.hira.router.catalog.RecordRule;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.journal.Journal;
import dev.hira.router.journal.JournalBudget;
import dev.hira.router.journal.SessionNotes;
import dev.hira.router.judge.CommandJudge.Verdict;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Pump;
import dev.hira.router.testing.PumpedLink;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.FailureCodes;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Failure.Origin;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class CommandJudgeTest {
    private static final LimitsConfig LIMITS = new LimitsConfig(1, 1, 2, 3, 1 << 20, 100, 16);

    private static final long QUOTA = 100;

    private final VmLedger vm = new VmLedger();
    private final Ledger ledger = new Ledger(vm, List.of("s/0"), List.of("memory", "calls"), 3, 42);
    private final WorkInFlight work = new WorkInFlight(2);
    private final List<Map.Entry<Long, Runnable>> alarms = new ArrayList<>();
    private long now = 5;
    private Function<JudgedCommand, Admission> policy = command -> Admission.ADMIT;
    private final SessionPolicy asked =
            new SessionPolicy() {
                @Override
                public Admission judge(JudgedCommand command) {
                    return policy.apply(command);
                }

                @Override
                public void close() {}
            };
    private final PendingReleases releases =
            new PendingReleases(ledger, () -> now, (at, task) -> alarms.add(Map.entry(at, task)));
    private final Journal journal =
            new Journal(
                    new ToyCatalog(),
                    SessionNotes.NONE,
                    new JournalBudget(100_000, 1 << 20).open("vm"));
    private final CommandJudge judge =
            new CommandJudge(
                    new ToyCatalog(),
                    new CommandChecks(LIMITS, 100, new LaneLimit(LIMITS.lanes(), 7)),
                    ledger,
                    asked,
                    work,
                    journal,
                    unlimited(ledger, asked),
                    loss(ledger, work),
                    kernels(asked),
                    turns(asked),
                    releases);

    private static KernelTimeLimit kernels(SessionPolicy policy) {
        PumpedLink[] pair = new Pump().pair("unused");
        return new KernelTimeLimit(new SessionLinks(pair[0], pair[1]), policy);
    }

    private static KernelTurns turns(SessionPolicy policy) {
        PumpedLink[] pair = new Pump().pair("unused");
        return new KernelTurns(new SessionLinks(pair[0], pair[1]), policy, 1);
    }

    /** The agreement on a quota that there is not; nothing is sent. */
    private static ServerMemory unlimited(Ledger books, SessionPolicy policy) {
        PumpedLink[] pair = new Pump().pair("unused");
        SessionLinks links = new SessionLinks(pair[0], pair[1]);
        return new ServerMemory(
                links,
                books,
                policy,
                new ToyCatalog(),
                0,
                SessionNotes.NONE,
                () -> 0,
                (_, _) -> {});
    }

    /** The losses of a session that never loses its server. */
    private static ServerLoss loss(Ledger books, WorkInFlight work) {
        PumpedLink[] pair = new Pump().pair("unused");
        SessionLinks links = new SessionLinks(pair[0], pair[1]);
        return new ServerLoss(
                links,
                books,
                new Journal(new ToyCatalog()),
                work,
                new LaneLimit(1, 7),
                new CallbackReturns(links, 7),
                new PathCounters(() -> 0));
    }

    /** Judges the calls of a frame until one is not admitted, and returns the last verdict. */
    private Verdict judged(Calls calls) {
        Frame frame = calls.frame();
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        Verdict last = Verdict.ADMITTED;
        while (last == Verdict.ADMITTED && cursor.next()) {
            last = judge.judge(cursor);
        }
        frame.release();
        return last;
    }

    private CommandRefusal refused(Calls calls) {
        assertThat(judged(calls)).isEqualTo(Verdict.REFUSED);
        return judge.refusal();
    }

    private static Calls one(int function, boolean sync, long name, long bytes) {
        return new Calls().call(function, sync, name, bytes);
    }

    @Test
    void shouldRefuseAFunctionThatTheApiDoesNotHave() {
        CommandRefusal refusal = refused(one(99, true, 0, 0));
        assertThat(refusal.code()).isEqualTo(FailureCodes.NO_FUNCTION);
        assertThat(refusal.message()).isEqualTo("Toy has no function 99");
    }

    @Test
    void shouldRefuseACallThatTheJournalHasNoRoomFor() {
        for (int i = 0; i < 1000; i++) {
            Frame frame = one(ToyCatalog.NAME, false, 70, 0).frame();
            RecordCursor cursor = new RecordCursor().wrap(frame);
            cursor.next();
            if (i == 0) {
                Frame creation = one(ToyCatalog.ALLOC, true, 70, 0).frame();
                RecordCursor at = new RecordCursor().wrap(creation);
                at.next();
                journal.admitted(at, creation);
                creation.release();
            }
            journal.admitted(cursor, frame);
            frame.release();
        }
        CommandRefusal refusal = refused(one(ToyCatalog.NAME, true, 70, 0));
        assertThat(refusal.code()).isEqualTo(FailureCodes.LIMIT);
        assertThat(refusal.message())
                .startsWith(
                        "toyName: the router keeps the calls that recreate the session's objects")
                .contains("a session may keep 100000 bytes (peers.journal)");
        assertThat(judged(one(ToyCatalog.FREE, true, 70, 0))).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void shouldRefuseAnAsynchronousCallThatReturnsAValue() {
        CommandRefusal refusal = refused(one(ToyCatalog.READ, false, 0, 0));
        assertThat(refusal.code()).isEqualTo(FailureCodes.BAD_CALL);
        assertThat(refusal.message()).contains("toyRead returns a value");
        assertThat(judged(one(ToyCatalog.READ, true, 0, 0))).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void shouldRefuseABufferJustAboveTheLimit() {
        assertThat(judged(new Calls().write(1, new byte[16]))).isEqualTo(Verdict.ADMITTED);
        CommandRefusal refusal = refused(new Calls().write(1, new byte[17]));
        assertThat(refusal.code()).isEqualTo(FailureCodes.BAD_BUFFER);
        assertThat(refusal.message()).contains("17 bytes exceeds the limit of 16;");
    }

    @Test
    void shouldRefuseABufferThatLeavesTheArena() {
        assertThat(judged(new Calls().arena(50, 50))).isEqualTo(Verdict.ADMITTED);
        CommandRefusal refusal = refused(new Calls().arena(51, 50));
        assertThat(refusal.code()).isEqualTo(FailureCodes.BAD_BUFFER);
        assertThat(refusal.message()).contains("50 bytes at 51 is outside");
    }

    @Test
    void shouldRefuseMoreBuffersThanTheFunctionHas() {
        FrameWriter writer = new FrameWriter();
        writer.begin(RecordKinds.CALL, 0, ToyCatalog.WRITE, 1, 1);
        writer.payloadInline(3, MemorySegment.ofArray(new byte[1]), 1, false);
        writer.payloadInline(4, MemorySegment.ofArray(new byte[1]), 1, false);
        writer.end();
        Frame frame = writer.finish(FrameLayout.AUDIENCE_PEER);
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        cursor.next();
        assertThat(judge.judge(cursor)).isEqualTo(Verdict.REFUSED);
        assertThat(judge.refusal().message()).contains("at most 1 buffers, but came with 2");
        frame.release();
    }

    @Test
    void shouldRefuseOneLaneTooManyUntilAnotherHasEnded() {
        assertThat(judged(onLanes(1, 10, 11, 10, 11))).isEqualTo(Verdict.ADMITTED);
        CommandRefusal refusal = refused(onLanes(5, 12));
        assertThat(refusal.code()).isEqualTo(FailureCodes.LIMIT);
        assertThat(refusal.message()).contains("more than 2 threads");
        judge.laneEnded(11);
        assertThat(judged(onLanes(6, 12, 10))).isEqualTo(Verdict.ADMITTED);
        assertThat(judged(onLanes(8, 11))).as("its room is taken").isEqualTo(Verdict.REFUSED);
    }

    private static Calls onLanes(long firstCall, int... lanes) {
        Calls calls = new Calls();
        for (int i = 0; i < lanes.length; i++) {
            calls.call(firstCall + i, ToyCatalog.READ, true, lanes[i], 0, 0);
        }
        return calls;
    }

    @Test
    void shouldRefuseObjectsBeyondTheLimitOfASession() {
        Calls three = new Calls();
        for (int i = 0; i < 3; i++) {
            three.call(ToyCatalog.ALLOC, true, 1 + i, 10);
        }
        assertThat(judged(three)).isEqualTo(Verdict.ADMITTED);
        CommandRefusal refusal = refused(new Calls(4).call(ToyCatalog.ALLOC, true, 9, 10));
        assertThat(refusal.code()).isEqualTo(FailureCodes.LIMIT);
        assertThat(refusal.message()).contains("too many objects");
        assertThat(ledger.held(ToyCatalog.MEMORY)).isEqualTo(30);
    }

    @Test
    void shouldRefuseAmountsThatTheBooksCannotAdd() {
        assertThat(judged(one(ToyCatalog.ALLOC, true, 1, Long.MAX_VALUE)))
                .isEqualTo(Verdict.ADMITTED);
        CommandRefusal refusal = refused(new Calls(2).call(ToyCatalog.ALLOC, true, 2, 1));
        assertThat(refusal.code()).isEqualTo(FailureCodes.BAD_CALL);
        assertThat(refusal.message()).contains("no device has that much");
    }

    @Test
    void shouldBookNothingOfACallWhoseSizeIsNegative() {
        CommandRefusal refusal = refused(one(ToyCatalog.ALLOC, true, 1, -5));
        assertThat(refusal.code()).isEqualTo(FailureCodes.BAD_CALL);
        assertThat(refusal.message()).contains("negative or too large");
        assertThat(ledger.consumed(ToyCatalog.CALLS)).isZero();
    }

    @Test
    void shouldGiveTheApisCodeForAnExhaustedResource() {
        policy = command -> new Deny("quota", ToyCatalog.MEMORY, "all is taken");
        assertThat(refused(one(ToyCatalog.ALLOC, true, 1, 10)))
                .isEqualTo(
                        new CommandRefusal(
                                "quota", Origin.API, ToyCatalog.OUT_OF_MEMORY, "all is taken"));
        assertThat(ledger.held(ToyCatalog.MEMORY)).isZero();
    }

    private static Admission withinQuota(JudgedCommand command) {
        return within(QUOTA, command, command.heldByVm(ToyCatalog.MEMORY));
    }

    private static Admission withinQuotaOfDevice(JudgedCommand command) {
        return within(QUOTA / 2, command, command.heldOnDevice(ToyCatalog.MEMORY));
    }

    private static Admission within(long quota, JudgedCommand command, long held) {
        long asked = command.allocates(ToyCatalog.MEMORY);
        long missing = asked == 0 ? 0 : asked - (quota - held);
        return missing > 0
                ? new Deny("quota", ToyCatalog.MEMORY, "all is taken", missing)
                : Admission.ADMIT;
    }

    private Verdict allocates(long call, long name) {
        return judged(new Calls(call).call(ToyCatalog.ALLOC, true, name, QUOTA));
    }

    private void frees(long call, long name) {
        assertThat(judged(new Calls(call).call(ToyCatalog.FREE, false, name, 0)))
                .isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void shouldLetACommandBeyondItsQuotaWaitForTheDeathsOfReleasedObjects() {
        policy = CommandJudgeTest::withinQuota;
        AtomicInteger resumed = new AtomicInteger();
        releases.target(resumed::incrementAndGet);
        assertThat(allocates(1, 70)).isEqualTo(Verdict.ADMITTED);
        assertThat(allocates(2, 71)).as("nothing was released").isEqualTo(Verdict.REFUSED);
        frees(3, 70);

        assertThat(allocates(4, 71)).isEqualTo(Verdict.DELAYED);
        assertThat(judge.delay().reason()).isEqualTo("release");
        ledger.died(70, 1);
        releases.died();
        releases.frameEnded();

        assertThat(resumed).hasValue(1);
        assertThat(allocates(4, 71)).isEqualTo(Verdict.ADMITTED);
        assertThat(allocates(5, 72)).as("all have died").isEqualTo(Verdict.REFUSED);
    }

    @Test
    void shouldRefuseACommandBeyondItsQuotaASecondAfterTheLatestRelease() {
        policy = CommandJudgeTest::withinQuota;
        AtomicInteger resumed = new AtomicInteger();
        releases.target(resumed::incrementAndGet);
        allocates(1, 70);
        frees(2, 70);
        now += 700_000_000;
        assertThat(allocates(3, 71)).isEqualTo(Verdict.DELAYED);
        ring();
        assertThat(now).isEqualTo(1_000_000_005);
        assertThat(resumed).hasValue(1);
        assertThat(allocates(3, 71)).isEqualTo(Verdict.REFUSED);
        assertThat(alarms).isEmpty();

        judged(new Calls(4).call(ToyCatalog.ALLOC, true, 72, 0));
        frees(5, 72);
        ledger.died(72, 4);
        assertThat(allocates(6, 73)).as("the first object lives on").isEqualTo(Verdict.REFUSED);
        assertThat(alarms).isEmpty();
    }

    private void ring() {
        Map.Entry<Long, Runnable> alarm = alarms.removeFirst();
        now = alarm.getKey();
        alarm.getValue().run();
    }

    @Test
    void shouldNotLetACommandWaitThatExceedsItsQuotaByItself() {
        policy = CommandJudgeTest::withinQuota;
        allocates(1, 70);
        frees(2, 70);
        assertThat(judged(new Calls(3).call(ToyCatalog.ALLOC, true, 71, QUOTA + 1)))
                .isEqualTo(Verdict.REFUSED);
    }

    @Test
    void shouldLetACommandWaitOnlyIfReleasesOfItsSessionCanHelp() {
        policy = CommandJudgeTest::withinQuotaOfDevice;
        long half = QUOTA / 2;
        judged(new Calls(1).call(ToyCatalog.ALLOC, true, 70, half));
        frees(2, 70);
        assertThat(judged(new Calls(3).call(ToyCatalog.ALLOC, true, 71, half + 1)))
                .as("more than the quota on a device")
                .isEqualTo(Verdict.REFUSED);
        assertThat(judged(new Calls(4).call(ToyCatalog.ALLOC, true, 71, half)))
                .isEqualTo(Verdict.DELAYED);

        Ledger sibling = new Ledger(vm, List.of("s/0"), List.of("memory", "calls"), 3, 43);
        CostList costs = new CostList(2);
        costs.allocates(ToyCatalog.MEMORY, 1, 1);
        sibling.enter(1, false, costs);
        assertThat(judged(new Calls(4).call(ToyCatalog.ALLOC, true, 71, half)))
                .as("another session holds what is missing")
                .isEqualTo(Verdict.REFUSED);
    }

    @Test
    void shouldGiveTheRoutersCodeForAnOperatorsRule() {
        policy = command -> new Deny("rule", Deny.NO_RESOURCE, "not at night");
        assertThat(refused(one(ToyCatalog.READ, true, 1, 10)))
                .isEqualTo(
                        new CommandRefusal(
                                "rule", Origin.ROUTER, FailureCodes.NOT_PERMITTED, "not at night"));
    }

    @Test
    void shouldBookACommandOnlyOnceItIsAdmitted() {
        policy = command -> new Delay("rate");
        assertThat(judged(one(ToyCatalog.WORK, false, 70, 0))).isEqualTo(Verdict.DELAYED);
        assertThat(judge.delay().reason()).isEqualTo("rate");
        assertThat(work.size()).isZero();
        policy = command -> Admission.ADMIT;
        assertThat(judged(one(ToyCatalog.WORK, false, 70, 0))).isEqualTo(Verdict.ADMITTED);
        assertThat(work.size()).isEqualTo(1);
        assertThat(ledger.consumed(ToyCatalog.CALLS)).isEqualTo(1);
    }

    @Test
    void shouldDelayWorkButNothingElseWhileTooMuchIsUnderWay() {
        Calls two =
                new Calls()
                        .call(ToyCatalog.WORK, false, 1, 0)
                        .call(ToyCatalog.WORK, false, 1, 0)
                        .call(ToyCatalog.WORK, false, 1, 0);
        assertThat(judged(two)).isEqualTo(Verdict.DELAYED);
        assertThat(judge.delay().reason()).isEqualTo("work");
        assertThat(work.size()).isEqualTo(2);
        assertThat(judged(new Calls(4).call(ToyCatalog.READ, true, 1, 0)))
                .isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void shouldShowThePolicyEveryCommandAsItIs() {
        List<String> seen = new ArrayList<>();
        policy =
                command -> {
                    seen.add(
                            command.function()
                                    + " "
                                    + command.functionName()
                                    + " "
                                    + command.functionClass()
                                    + (command.sync() ? " sync" : " async")
                                    + (command.work() ? " work " + command.workName() : ""));
                    return Admission.ADMIT;
                };
        judged(
                new Calls()
                        .call(ToyCatalog.ALLOC, true, 7, 64)
                        .write(7, new byte[3])
                        .call(ToyCatalog.NAME, false, 7, 0)
                        .call(ToyCatalog.WORK, false, 70, 0)
                        .call(ToyCatalog.FREE, false, 7, 0));
        assertThat(seen)
                .containsExactly(
                        "1 toyAlloc CREATES sync",
                        "5 toyWrite PLAIN async",
                        "7 toyName MODIFIES async",
                        "3 toyWork PLAIN async work 70",
                        "2 toyFree DESTROYS async");
    }

    @Test
    void shouldShowThePolicyACommandsCostsAndTheHoldingsBeforeIt() {
        Ledger sibling = new Ledger(vm, List.of("s/1"), List.of("memory", "calls"), 3, 43);
        SessionPolicy all =
                AdmitAll.INSTANCE.open(
                        new SessionIdentity(
                                "vm", "s", "", List.of("s/1"), List.of("memory", "calls")),
                        () -> {});
        CommandJudge other =
                new CommandJudge(
                        new ToyCatalog(),
                        new CommandChecks(LIMITS, 0, new LaneLimit(LIMITS.lanes(), 7)),
                        sibling,
                        all,
                        new WorkInFlight(1),
                        new Journal(new ToyCatalog()),
                        unlimited(sibling, all),
                        loss(sibling, work),
                        kernels(all),
                        turns(all),
                        new PendingReleases(sibling, () -> 0, (_, _) -> {}));
        Frame frame = one(ToyCatalog.ALLOC, true, 1, 500).frame();
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        cursor.next();
        assertThat(other.judge(cursor)).isEqualTo(Verdict.ADMITTED);
        frame.release();

        judged(one(ToyCatalog.ALLOC, true, 1, 10));
        List<Long> seen = new ArrayList<>();
        policy =
                command -> {
                    seen.add(command.consumes(ToyCatalog.CALLS));
                    seen.add(command.allocates(ToyCatalog.MEMORY));
                    seen.add(command.heldByVm(ToyCatalog.MEMORY));
                    seen.add(command.heldOnDevice(ToyCatalog.MEMORY));
                    return Admission.ADMIT;
                };
        judged(new Calls(2).call(ToyCatalog.ALLOC, true, 2, 7));
        assertThat(seen).containsExactly(1L, 7L, 510L, 10L);
    }

    @Test
    void shouldCountThePayloadsAmongTheBytesOfACommand() {
        List<Long> bytes = new ArrayList<>();
        policy =
                command -> {
                    bytes.add(command.bytes());
                    return Admission.ADMIT;
                };
        Frame frame = new Calls().write(1, new byte[16]).write(1, new byte[0]).frame();
        long size = (long) frame.size() - FrameLayout.HEADER_BYTES;
        frame.release();
        judged(new Calls().write(1, new byte[16]).write(1, new byte[0]));
        assertThat(bytes.get(0)).isGreaterThanOrEqualTo(bytes.get(1) + 16);
        assertThat(bytes.get(0) + bytes.get(1)).isEqualTo(size);
    }

    @Test
    void shouldShowThePolicyTheClassOfEveryRecordRule() {
        ObjectRef object = new ObjectRef.Argument(1, 1);
        RecordRule.Slot slot = new RecordRule.Slot("slot", List.of());
        assertThat(classOf(new RecordRule.Orders(object, List.of())))
                .isEqualTo(FunctionClass.PLAIN);
        assertThat(classOf(new RecordRule.Retains(object))).isEqualTo(FunctionClass.PLAIN);
        assertThat(classOf(new RecordRule.Replaces(object, slot, List.of())))
                .isEqualTo(FunctionClass.MODIFIES);
        assertThat(classOf(new RecordRule.Undoes(object, slot))).isEqualTo(FunctionClass.MODIFIES);
        assertThat(classOf(new RecordRule.Releases(object))).isEqualTo(FunctionClass.DESTROYS);
    }

    private FunctionClass classOf(RecordRule rule) {
        Frame frame = one(ToyCatalog.WORK, false, 1, 0).frame();
        RecordCursor cursor = new RecordCursor();
        cursor.wrap(frame);
        cursor.next();
        CommandView view = new CommandView(new CostList(2), ledger);
        view.show(cursor, new FunctionRow(1, "toy", false, true, false, rule, null, 0, List.of()));
        frame.release();
        return view.functionClass();
    }
}
