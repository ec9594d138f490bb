package dev.hira.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.Policy;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Scheduler;
import dev.hira.admin.v1.Session;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmState;
import dev.hira.admin.v1.VmUsage;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantText;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Answers for programs, exit statuses, and numbers for people that can be typed again. */
final class OutputTest {
    private static final Policy POLICY =
            Policy.newBuilder()
                    .setVm("blue")
                    .setClass_("yes")
                    .setGrant(Grant.newBuilder().setShare(3).putQuotas("device_memory", 1L << 40))
                    .addOwnSettings("share")
                    .addOwnSettings("quotas.device_memory")
                    .build();

    @Test
    void shouldWriteYaml() {
        assertThat(Yaml.document(Json.tree(POLICY)))
                .isEqualToNormalizingNewlines(
                        """
                        ---
                        vm: blue
                        class: "yes"
                        own: false
                        grant:
                          share: 3
                          rates: {}
                          quotas:
                            device_memory: 1099511627776
                          device_quotas: {}
                          protection: none
                          cap: null
                          reservation: null
                          priority: null
                          credits: null
                          sessions: null
                          handles: null
                          pinned_bytes: null
                          kernel_nanos: null
                        version: 0
                        own_settings:
                          - share
                          - quotas.device_memory
                        """);
    }

    @Test
    void shouldWriteTimesStatesAndMissingValuesAsTheDocumentSays() {
        Vm vm =
                Vm.newBuilder()
                        .setState(VmState.VM_STATE_RUNNING)
                        .setUsage(
                                VmUsage.newBuilder()
                                        .setDeviceTime(Durations.fromNanos(1_018_018_266))
                                        .addResources(
                                                ResourceUsage.newBuilder().setName("handles")))
                        .build();
        assertThat(Json.line(Json.tree(vm)))
                .contains("\"state\":\"running\"", "\"device_time\":1018018266,")
                .contains("\"held\":0,\"quota\":null}", "\"grant\":null");
        Event event = Event.newBuilder().setKind(EventKind.EVENT_KIND_VM_NOT_MIGRATED).build();
        assertThat(Json.line(Json.tree(event))).contains("\"kind\":\"vm-not-migrated\"");
    }

    @Test
    void shouldQuoteWhatYamlWouldTakeForSomethingElse() {
        for (String word :
                List.of("", "3", "1e3", "null", "No", "a: b", "a #b", "- a", "x\ny", "\"", " a")) {
            assertThat(Yaml.document(Json.tree(Map.of("key", word))))
                    .as(word)
                    .matches("---\\R\"?key\"?: \".*\"\\R");
        }
        for (String word : List.of("blue", "server/0", "a sentence of words", "hira-1.2")) {
            assertThat(Yaml.document(Json.tree(Map.of("key", word))))
                    .isEqualToNormalizingNewlines("---\nkey: " + word + "\n");
        }
    }

    @Test
    void shouldWriteObjectsInListsOfYaml() {
        record Part(String name, List<Integer> sizes) {}
        record Whole(List<Part> parts, List<String> none) {}

        assertThat(
                        Yaml.document(
                                Json.tree(
                                        new Whole(
                                                List.of(
                                                        new Part("a", List.of(1, 2)),
                                                        new Part("b", List.of())),
                                                List.of()))))
                .isEqualToNormalizingNewlines(
                        """
                        ---
                        parts:
                          - name: a
                            sizes:
                              - 1
                              - 2
                          - name: b
                            sizes: []
                        none: []
                        """);
    }

    @Test
    void shouldNameThingsAsOtherCommandsTakeThem() {
        assertThat(Names.of(Json.tree(POLICY))).contains("blue");
        assertThat(Names.of(Json.tree(Session.newBuilder().setId("7").setVm("blue").build())))
                .contains("7");
        assertThat(
                        Names.of(
                                Json.tree(
                                        Scheduler.newBuilder()
                                                .setDevice("gpu/0")
                                                .setName("fair")
                                                .build())))
                .contains("gpu/0");
        assertThat(Names.of(Json.tree(Map.of("version", 1)))).isEmpty();
    }

    @Test
    void shouldEndWithTheStatusOfTheFailure() {
        assertThat(ExitStatus.of(new UsageException("x"))).isEqualTo(ExitStatus.USAGE);
        assertThat(ExitStatus.of(new IllegalStateException("x"))).isEqualTo(ExitStatus.FAILED);
        assertThat(ExitStatus.of(Status.UNAVAILABLE.asRuntimeException()))
                .isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(ExitStatus.of(Status.DEADLINE_EXCEEDED.asRuntimeException()))
                .isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(ExitStatus.of(Status.NOT_FOUND.asRuntimeException()))
                .isEqualTo(ExitStatus.UNKNOWN_NAME);
        assertThat(ExitStatus.of(Status.PERMISSION_DENIED.asRuntimeException()))
                .isEqualTo(ExitStatus.FORBIDDEN);
        assertThat(ExitStatus.of(Status.FAILED_PRECONDITION.asRuntimeException()))
                .isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void shouldPrintAmountsThatCanBeTypedAgain() {
        LongStream.iterate(1, bytes -> bytes < 1L << 57, bytes -> bytes * 37 / 10 + 1)
                .mapToObj(ValueText::bytes)
                .forEach(text -> assertReads("quotas.device_memory", text));
        for (double part : new double[] {0.001, 0.25, 1}) {
            assertReads("cap", ValueText.percent(part));
        }
        for (long nanos = 1000; nanos < 1L << 49; nanos *= 7) {
            assertReads("kernel", ValueText.time(nanos));
        }
    }

    private static void assertReads(String setting, String text) {
        GrantBuilder grant = dev.hira.policy.model.Grant.STANDARD.edit();
        assertThat(GrantText.set(grant, setting, text)).as(text).isEmpty();
    }
}
