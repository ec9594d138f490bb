package dev.hira.router.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.trace.v1.TracedCalls;
import dev.hira.trace.v1.TracedWork;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Trace;
import dev.hira.wire.v1.Traced;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the router's part of traces on a clock that the test sets. */
final class CallTraceTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open();
    private final Peer server = rig.server();
    private final SessionPaths paths = rig.registry.all().getFirst().paths();
    private final Sink sink = new Sink();
    private final CallTrace trace = new CallTrace(sink, rig.nanos::get);
    private final Calls calls = new Calls();

    CallTraceTest() {
        paths.trace(trace);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** Takes everything, and gives buffers back only if it is told to. */
    private final class Sink implements TraceSink {
        private final List<TracedCalls> messages = new ArrayList<>();
        private final List<Traced> reports = new ArrayList<>();
        private boolean keeps;

        @Override
        public void calls(CallEntries entries) {
            messages.add(entries.message(f -> Objects.requireNonNull(rig.catalog.row(f)).name()));
            if (!keeps) {
                trace.giveBack(entries);
            }
        }

        @Override
        public void work(Traced report) {
            reports.add(report);
        }
    }

    private void at(long nanos) {
        rig.nanos.set(nanos);
    }

    /** Returns everything that was traced, one line for each entry. */
    private List<String> traced() {
        trace.handOver();
        List<String> lines = new ArrayList<>();
        for (TracedCalls part : sink.messages) {
            long begin = 0;
            long call = 0;
            for (int i = 0; i < part.getKindsCount(); i++) {
                begin += part.getBegins(i);
                call += part.getCalls(i);
                int reason = part.getReasons(i);
                lines.add(
                        part.getKinds(i).name().replace("CALL_ENTRY_KIND_", "")
                                + " "
                                + part.getWords(part.getNames(i))
                                + " "
                                + call
                                + " x"
                                + part.getCounts(i)
                                + " lane "
                                + part.getLanes(i)
                                + " "
                                + begin
                                + "+"
                                + part.getNanos(i)
                                + (reason == 0 ? "" : " " + part.getWords(reason - 1)));
            }
        }
        return lines;
    }

    @Test
    void shouldMakeOneEntryOfConsecutiveCallsOfOneFunction() {
        at(1000);
        guest.send(
                calls.call(ToyCatalog.WORK, false, 0, 0)
                        .call(ToyCatalog.WORK, false, 0, 0)
                        .call(ToyCatalog.WORK, false, 0, 0)
                        .call(ToyCatalog.ALLOC_ASYNC, false, 7, 1)
                        .frame());
        rig.pump.run();
        assertThat(traced())
                .containsExactly(
                        "CALLS toyWork 1 x3 lane 1 1000+0",
                        "CALLS toyAllocAsync 4 x1 lane 1 1000+0");
    }

    @Test
    void shouldTellHowLongASynchronousCallTookUntilItsAnswer() {
        at(500);
        guest.send(calls.call(ToyCatalog.ALLOC, true, 7, 1).frame());
        rig.pump.run();
        at(900);
        server.send(new Calls().record(RecordKinds.REPLY, 0, ToyCatalog.ALLOC, 1).frame());
        rig.pump.run();
        assertThat(traced())
                .containsExactly(
                        "ASKED toyAlloc 1 x1 lane 1 500+0", "ANSWERED toyAlloc 1 x1 lane 1 900+0");
    }

    @Test
    void shouldTellEachReasonOfAWaitAndItsTimeAndCountTheWaitToTheCall() {
        rig.policy.decide(c -> new Delay("rate"));
        at(100);
        guest.send(calls.call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        at(300);
        rig.policy.decide(c -> new Delay("queue"));
        rig.policy.resumeAll();
        rig.pump.run();
        at(350);
        rig.policy.resumeAll();
        rig.pump.run();
        at(400);
        rig.policy.decide(c -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(traced())
                .containsExactly(
                        "WAITED toyWork 1 x1 lane 1 100+200 rate",
                        "WAITED toyWork 1 x1 lane 1 300+100 queue",
                        "CALLS toyWork 1 x1 lane 1 100+300");
    }

    @Test
    void shouldTellTheTimeSoFarOfAWaitThatGoesOn() {
        rig.policy.decide(c -> new Delay("cap"));
        at(100);
        guest.send(calls.call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        at(150);
        trace.handOver();
        at(170);
        rig.policy.decide(c -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(traced())
                .containsExactly(
                        "WAITED toyWork 1 x1 lane 1 100+50 cap",
                        "WAITED toyWork 1 x1 lane 1 150+20 cap",
                        "CALLS toyWork 1 x1 lane 1 100+70");
    }

    @Test
    void shouldTellAWaitThatBeganBeforeTheTrace() {
        paths.trace(null);
        rig.policy.decide(c -> new Delay("cap"));
        guest.send(calls.call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        at(40);
        paths.trace(trace);
        at(50);
        assertThat(traced()).containsExactly("WAITED toyWork 1 x1 lane 1 40+10 cap");
    }

    @Test
    void shouldTellRefusalsWithTheirReasons() {
        rig.policy.decide(c -> new Deny("quota", ToyCatalog.MEMORY, "no"));
        at(5);
        guest.send(calls.call(ToyCatalog.ALLOC, true, 7, 1).frame());
        rig.pump.run();
        assertThat(traced()).containsExactly("DENIED toyAlloc 1 x1 lane 1 5+0 quota");
    }

    @Test
    void shouldCountEntriesThatFindNoRoom() {
        sink.keeps = true;
        int entries = 5 * 2048;
        for (int i = 0; i < entries; i++) {
            guest.send(calls.call(ToyCatalog.WORK, false, 0, 0).frame());
        }
        rig.pump.run();
        assertThat(traced()).hasSize(4 * 2048);
        trace.giveBack(new CallEntries(1));
        guest.send(calls.call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        trace.handOver();
        assertThat(sink.messages.getLast().getDropped()).isEqualTo(entries - 4 * 2048);
    }

    @Test
    void shouldPassTheServersReportsOnAndNotToTheGuest() {
        Traced report =
                Traced.newBuilder()
                        .setClock(7)
                        .setWork(TracedWork.newBuilder().addCalls(1).build().toByteString())
                        .build();
        server.send(Control.newBuilder().setTraced(report));
        rig.pump.run();
        assertThat(sink.reports).containsExactly(report);
        assertThat(guest.isOpen()).isTrue();
        assertThat(guest.frames()).isEmpty();
        paths.trace(null);
        server.send(Control.newBuilder().setTraced(report));
        rig.pump.run();
        assertThat(sink.reports).hasSize(1);
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldTellTheServerInAFrameOfItsOwn() {
        Trace order = Trace.newBuilder().setOn(true).setClock(99).build();
        paths.traceServer(order);
        rig.pump.run();
        assertThat(server.controls().getLast().getTrace()).isEqualTo(order);
    }
}
