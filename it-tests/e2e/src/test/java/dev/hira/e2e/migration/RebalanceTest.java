package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.Session;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A router that moves one of two busy VMs to another device by itself. */
@Tag("thorough")
@Timeout(180)
class RebalanceTest {
    private static final List<String> VMS = List.of("red", "blue");
    private static final int BATCH = 200;

    private LocalStack stack;
    private AdminClient admin;

    @BeforeEach
    void start() {
        stack =
                LocalStack.start(
                        1,
                        List.of("--profile", "small", "--devices", "2"),
                        Stream.of(
                                        "placement=pack",
                                        "rebalance.enabled=true",
                                        "rebalance.interval=100ms",
                                        "rebalance.threshold=0.1",
                                        "rebalance.patience=300ms")
                                .flatMap(setting -> Stream.of("--set", setting))
                                .toList());
        admin = AdminClient.connect(stack.adminUri());
    }

    @AfterEach
    void stop() {
        admin.close();
        stack.close();
    }

    private List<Integer> devices() {
        return admin
                .now()
                .listSessions(ListSessionsRequest.getDefaultInstance())
                .getSessionsList()
                .stream()
                .map(Session::getDeviceOrdinalsList)
                .map(List::getFirst)
                .sorted()
                .toList();
    }

    @Test
    void shouldLetTwoBusyVmsEndOnDifferentDevices() throws Exception {
        Iterator<Event> events =
                admin.always()
                        .watchEvents(
                                WatchEventsRequest.newBuilder()
                                        .addKinds(EventKind.EVENT_KIND_REBALANCING)
                                        .addKinds(EventKind.EVENT_KIND_VM_MIGRATED)
                                        .addKinds(EventKind.EVENT_KIND_SESSION_OPENED)
                                        .build());
        List<Walker> walkers = new ArrayList<>();
        List<Future<Boolean>> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(VMS.size())) {
            try {
                for (String vm : VMS) {
                    Walker walker = new Walker(stack.uri() + "?devices=1&vm=" + vm, BATCH);
                    walkers.add(walker);
                    results.add(threads.submit(walker));
                }
                Event begun = next(events, EventKind.EVENT_KIND_REBALANCING);
                assertThat(begun.getVm()).isIn(VMS);
                assertThat(begun.getDevice()).isEqualTo("server0/0");
                assertThat(begun.getDetail())
                        .startsWith(begun.getVm() + " with load ")
                        .contains("goes to server0/1");
                Event moved = next(events, EventKind.EVENT_KIND_VM_MIGRATED);
                assertThat(moved.getVm()).isEqualTo(begun.getVm());
                assertThat(moved.getReason()).isEqualTo("rebalancer");
                assertThat(devices()).containsExactly(0, 1);
            } finally {
                walkers.forEach(Walker::stop);
            }
            for (Future<Boolean> result : results) {
                assertThat(result.get(60, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    private static Event next(Iterator<Event> events, EventKind kind) {
        Event event = events.next();
        while (event.getKind() != kind) {
            event = events.next();
        }
        return event;
    }
}
