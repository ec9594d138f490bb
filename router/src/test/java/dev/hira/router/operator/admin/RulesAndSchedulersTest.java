package dev.hira.router.operator.admin;

import static dev.hira.router.testing.AdminRig.fields;
import static dev.hira.router.testing.AdminRig.reason;
import static dev.hira.router.testing.AdminRig.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.GetRulesRequest;
import dev.hira.admin.v1.GetSchedulerRequest;
import dev.hira.admin.v1.ListSchedulersRequest;
import dev.hira.admin.v1.LoadRulesRequest;
import dev.hira.admin.v1.Rules;
import dev.hira.admin.v1.Scheduler;
import dev.hira.admin.v1.SchedulerKind;
import dev.hira.admin.v1.SetSchedulerRequest;
import dev.hira.router.testing.AdminRig;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RulesAndSchedulersTest {
    private static final String RULES = "deny if vm.sessions > 3: \"too many\"\n";

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

    private Rules load(String text, boolean checkOnly) {
        return rig.admin()
                .loadRules(
                        LoadRulesRequest.newBuilder()
                                .setText(text)
                                .setSource("a.rules")
                                .setValidateOnly(checkOnly)
                                .build());
    }

    private Scheduler schedule(String device, String name, Map<String, String> parameters) {
        return rig.admin()
                .setScheduler(
                        SetSchedulerRequest.newBuilder()
                                .setDevice(device)
                                .setName(name)
                                .putAllParameters(parameters)
                                .build());
    }

    @Test
    void shouldLoadRulesOnce() {
        assertThat(load(RULES, true).getVersion()).isZero();
        Rules loaded = load(RULES, false);

        assertThat(loaded.getVersion()).isEqualTo(1);
        assertThat(loaded.getSource()).isEqualTo("a.rules");
        assertThat(load(RULES, false).getVersion()).isEqualTo(1);
        assertThat(rig.admin().getRules(GetRulesRequest.getDefaultInstance())).isEqualTo(loaded);
        assertThat(load("", false).getVersion()).isEqualTo(2);
    }

    @Test
    void shouldShowEachErrorOfRulesOnLinesOfItsOwn() {
        StatusRuntimeException refusal =
                refusal(() ->
                        load(
                                "deny if vm.sesions > 3: \"a\"\ndeny if vm.sesions > 4: \"b\"\n",
                                false));

        assertThat(refusal.getStatus().getDescription())
                .startsWith("a.rules: line 1: ")
                .containsPattern("\n +\\^\na\\.rules: line 2: ")
                .doesNotContain("text:");
    }

    @Test
    void shouldShowWhereRulesMakeNoSense() {
        load(RULES, false);
        StatusRuntimeException refusal =
                refusal(() ->
                        load(
                                "deny if vm.sessions > 3: \"too many\"\ndeny if vm.sesions > 3: \"too many\"\n",
                                false));

        assertThat(fields(refusal)).hasSize(1).first().asString().startsWith("text:2:");
        assertThat(refusal.getMessage()).contains("line 2", "vm.sesions", "^");
        assertThat(rig.admin().getRules(GetRulesRequest.getDefaultInstance()).getText())
                .isEqualTo(RULES);
    }

    @Test
    void shouldChangeADevicesScheduler() {
        SchedulerKind kind =
                rig
                        .admin()
                        .listSchedulers(ListSchedulersRequest.getDefaultInstance())
                        .getSchedulersList()
                        .stream()
                        .filter(k -> k.getParametersCount() > 0)
                        .findFirst()
                        .orElseThrow();
        assertThat(kind.getParameters(0).getAllowed()).isNotEmpty();
        assertThat(schedule("s1/0", kind.getName(), Map.of()).getName()).isEqualTo(kind.getName());
        assertThat(
                        rig.admin()
                                .getScheduler(
                                        GetSchedulerRequest.newBuilder().setDevice("s1/0").build())
                                .getName())
                .isEqualTo(kind.getName());
    }

    @Test
    void shouldListTheSchedulersWhenOneIsUnknown() {
        StatusRuntimeException name = refusal(() -> schedule("s1/0", "fastest", Map.of()));
        StatusRuntimeException parameter =
                refusal(() -> schedule("s1/0", "round-robin", Map.of("speed", "9")));
        StatusRuntimeException device = refusal(() -> schedule("s9/0", "round-robin", Map.of()));

        assertThat(fields(name)).containsExactly("name");
        assertThat(name.getMessage()).contains("there is no scheduler 'fastest'; there are ");
        assertThat(fields(parameter)).containsExactly("parameters");
        assertThat(reason(device)).isEqualTo("NOT_FOUND");
        assertThat(device.getMessage()).contains("there are s1/0, s1/1");
    }
}
