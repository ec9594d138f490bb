package dev.hira.router.operator.admin;

import static dev.hira.router.testing.AdminRig.fields;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.PauseVmRequest;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.OwnGrant;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.testing.AdminRig;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.ToyCatalog;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EventsTest {
    private static final int FLOOD = 100_000;

    @TempDir private Path folder;
    private AdminRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new AdminRig(folder, "");
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private EventHub hub() {
        return rig.rig.services.events();
    }

    /** Waits for an effect of another thread. */
    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).isNegative();
            Thread.onSpinWait();
        }
    }

    /** A watcher that reads all events, or only as many as a test requests. */
    private final class Watcher implements ClientResponseObserver<WatchEventsRequest, Event> {
        private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        private final CountDownLatch failed = new CountDownLatch(1);
        private final boolean slow;
        private @Nullable ClientCallStreamObserver<WatchEventsRequest> call;
        private volatile @Nullable Throwable failure;

        Watcher(boolean slow, WatchEventsRequest request) {
            this.slow = slow;
            int before = hub().watchers();
            rig.async().watchEvents(request, this);
            await(() -> hub().watchers() != before || failed.getCount() == 0);
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<WatchEventsRequest> stream) {
            call = stream;
            if (slow) {
                stream.disableAutoRequestWithInitial(0);
            }
        }

        Event next() throws InterruptedException {
            return Objects.requireNonNull(events.poll(60, TimeUnit.SECONDS), "no event came");
        }

        void take(int count) {
            Objects.requireNonNull(call).request(count);
        }

        void leave() {
            Objects.requireNonNull(call).cancel("enough", null);
        }

        Throwable failure() throws InterruptedException {
            assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
            return Objects.requireNonNull(failure);
        }

        @Override
        public void onNext(Event event) {
            events.add(event);
        }

        @Override
        public void onError(Throwable problem) {
            failure = problem;
            failed.countDown();
        }

        @Override
        public void onCompleted() {
            failed.countDown();
        }
    }

    private static WatchEventsRequest about(String vm, EventKind... kinds) {
        return WatchEventsRequest.newBuilder().setVm(vm).addAllKinds(List.of(kinds)).build();
    }

    private void work(Peer guest, long call) {
        guest.send(new Calls(call).call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.rig.pump.run();
    }

    @Test
    void shouldTellWhatHappensWithItsReason() throws Exception {
        Watcher all =
                new Watcher(
                        false,
                        about(
                                "",
                                EventKind.EVENT_KIND_SESSION_OPENED,
                                EventKind.EVENT_KIND_DENIED,
                                EventKind.EVENT_KIND_DELAYED,
                                EventKind.EVENT_KIND_SESSION_ENDED));
        Peer guest = rig.open("blue");
        Event opened = all.next();
        rig.rig.policy.decide(command -> new Deny("quota", 0, "asked for too much"));
        work(guest, 1);
        Event denied = all.next();
        rig.rig.policy.decide(command -> new Delay("rate"));
        work(guest, 2);
        Event delayed = all.next();
        guest.link().kill();
        rig.rig.pump.run();
        Event ended = all.next();

        assertThat(opened.getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_OPENED);
        assertThat(opened.getVm()).isEqualTo("blue");
        assertThat(denied.getKind()).isEqualTo(EventKind.EVENT_KIND_DENIED);
        assertThat(denied.getReason()).isEqualTo("quota");
        assertThat(denied.getDetail()).isEqualTo("asked for too much");
        assertThat(denied.getFunction()).isEqualTo("toyWork");
        assertThat(denied.getSession()).isEqualTo(opened.getSession());
        assertThat(delayed.getKind()).isEqualTo(EventKind.EVENT_KIND_DELAYED);
        assertThat(delayed.getReason()).isEqualTo("rate");
        assertThat(ended.getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_ENDED);
        assertThat(ended.getDetail()).contains("the peer vanished");
    }

    @Test
    void shouldNotTellOfEveryDelayUnlessItIsAskedFor() throws Exception {
        Watcher all = new Watcher(false, about(""));
        Peer guest = rig.open("blue");
        assertThat(all.next().getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_OPENED);
        rig.rig.policy.decide(command -> new Delay("rate"));
        work(guest, 1);
        guest.link().kill();
        rig.rig.pump.run();
        assertThat(all.next().getKind()).isEqualTo(EventKind.EVENT_KIND_SESSION_ENDED);
    }

    @Test
    void shouldTellWhatOperatorsChange() throws Exception {
        rig.open("blue");
        Watcher all = new Watcher(false, about(""));
        rig.control
                .grants()
                .change(state -> state.withOwn("blue", Grant.STANDARD.edit().share(3).build()));
        rig.admin().pauseVm(PauseVmRequest.newBuilder().setVm("blue").build());
        Event changed = all.next();
        Event paused = all.next();

        assertThat(changed.getKind()).isEqualTo(EventKind.EVENT_KIND_GRANT_CHANGED);
        assertThat(changed.getDetail()).isEqualTo("VM blue: share 1 → 3");
        assertThat(paused.getKind()).isEqualTo(EventKind.EVENT_KIND_VM_PAUSED);
        assertThat(paused.getVm()).isEqualTo("blue");
    }

    @Test
    void shouldTellWhatHeldForAVmBeforeItWasGivenSettings() throws Exception {
        Watcher all = new Watcher(false, about(""));
        Grant most = Grant.STANDARD.edit().quota("memory", 2L << 30).build();
        rig.control.grants().change(state -> state.withClass("default", most));
        assertThat(all.next().getDetail())
                .isEqualTo("class default: quotas.memory unlimited → 2GiB");

        Grant less = Grant.STANDARD.edit().quota("memory", 64 << 20).build();
        rig.control
                .grants()
                .change(state ->
                        state.withOwn("blue", OwnGrant.none().with(Set.of("quotas.memory"), less)));
        assertThat(all.next().getDetail()).isEqualTo("VM blue: quotas.memory 2GiB → 64MiB");
    }

    @Test
    void shouldTellOnlyWhatAWatcherAsksFor() throws Exception {
        Watcher blue = new Watcher(false, about("blue", EventKind.EVENT_KIND_ADMITTED));
        Peer green = rig.open("green");
        Peer guest = rig.open("blue");
        work(green, 1);
        guest.send(
                new Calls(1)
                        .call(ToyCatalog.WORK, false, 0, 0)
                        .call(ToyCatalog.WORK, false, 0, 0)
                        .frame());
        rig.rig.pump.run();
        Event admitted = blue.next();

        assertThat(admitted.getKind()).isEqualTo(EventKind.EVENT_KIND_ADMITTED);
        assertThat(admitted.getVm()).isEqualTo("blue");
        assertThat(admitted.getCount()).isEqualTo(2);
    }

    @Test
    void shouldMakeOneEventOfManyAlike() throws Exception {
        Watcher slow = new Watcher(true, about(""));
        Peer guest = rig.open("blue");
        rig.rig.policy.decide(command -> new Deny("quota", 0, "no"));
        for (int i = 1; i <= 1000; i++) {
            work(guest, i);
        }
        slow.take(100);
        long denied = 0;
        int events = 0;
        while (denied < 1000) {
            Event event = slow.next();
            if (event.getKind() == EventKind.EVENT_KIND_DENIED) {
                denied += event.getCount();
                events++;
            }
        }
        assertThat(denied).isEqualTo(1000);
        assertThat(events).isLessThan(100);
    }

    @Test
    void shouldNotWaitForASlowWatcherButReportDroppedEventsToIt() throws Exception {
        Watcher slow = new Watcher(true, about(""));
        Watcher fast = new Watcher(false, about("last"));
        for (int i = 0; i < FLOOD; i++) {
            hub().publish(
                            hub().now(
                                            dev.hira.router.operator.events.EventKind
                                                    .SESSION_OPENED,
                                            "vm" + i));
        }
        hub().publish(hub().now(dev.hira.router.operator.events.EventKind.SESSION_OPENED, "last"));
        assertThat(fast.next().getVm()).isEqualTo("last");

        slow.take(Integer.MAX_VALUE);
        long told = 0;
        long missed = 0;
        List<String> reasons = new ArrayList<>();
        while (told + missed < FLOOD + 1) {
            Event event = slow.next();
            if (event.getKind() == EventKind.EVENT_KIND_DROPPED) {
                missed += event.getCount();
                reasons.add(event.getDetail());
            } else {
                told++;
            }
        }
        assertThat(told + missed).isEqualTo(FLOOD + 1);
        assertThat(missed).isPositive();
        assertThat(reasons.getFirst()).contains("too slowly");
    }

    @Test
    void shouldForgetWatchersThatLeave() {
        Watcher watcher = new Watcher(false, about(""));
        await(() -> hub().wants(dev.hira.router.operator.events.EventKind.DENIED));
        watcher.leave();
        await(() -> !hub().wants(dev.hira.router.operator.events.EventKind.DENIED));
        assertThat(hub().watchers()).isZero();
    }

    @Test
    void shouldRefuseUnknownKinds() throws Exception {
        Watcher wrong =
                new Watcher(false, WatchEventsRequest.newBuilder().addKindsValue(99).build());

        assertThat(wrong.failure()).isInstanceOf(io.grpc.StatusRuntimeException.class);
        assertThat(fields((io.grpc.StatusRuntimeException) wrong.failure()))
                .containsExactly("kinds[0]");
    }
}
