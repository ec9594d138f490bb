package dev.hira.policy.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The compiler reports errors in rules with their place. */
final class RuleSetTest {
    static final List<String> RESOURCES = List.of("calls", "device_memory");

    private static List<RuleProblem> problems(String text) {
        return switch (RuleSet.compile(text, RESOURCES)) {
            case RuleCompilation.Accepted _ -> List.of();
            case RuleCompilation.Rejected(List<RuleProblem> problems) -> problems;
        };
    }

    private static String rendered(String text) {
        return problems(text).stream().map(RuleProblem::render).collect(Collectors.joining("\n"));
    }

    @Test
    void shouldAcceptAllForms() {
        String text =
                """
                # VMs with little use go first; gold weighs more.
                setting boost = 1
                setting boost of gold = 4_000
                counter spent
                counter debt = -5

                consume device_time: spent = spent + amount / (vm.share * boost)
                consume calls: charge vm.class == "gold" ? 0 : amount
                consume calls: debt = resource == "calls" ? debt + 1 : debt
                schedule: double(-spent)
                    / 2.0
                deny if call.name == "cuMemAlloc_v2"
                #  a comment inside
                    && held.device_memory + takes.device_memory > 2 * GiB : "too much: ask"
                delay if vm.recent > 400 * ms && !call.sync
                retry 20ms
                """;
        assertThat(rendered(text)).isEmpty();
    }

    @Test
    void shouldPointAtAnUnknownName() {
        assertThat(rendered("counter x\ndeny if 1 < 2 && vm.shares > 2: \"no\""))
                .isEqualTo(
                        """
                        line 2: there is no name 'vm.shares' here; there are vm.cap, vm.class, \
                        vm.credits, vm.in_flight, vm.name, vm.priority, vm.recent, vm.reservation, \
                        vm.sessions, vm.share, vm.used, vm.waited, vm.waiting
                            deny if 1 < 2 && vm.shares > 2: "no"
                                             ^\
                        """);
    }

    @Test
    void shouldPointIntoTheLineOfAnExpressionOfSeveral() {
        assertThat(rendered("schedule: 1 +\n\n    2 + vm.sharp"))
                .startsWith("line 3: there is no name 'vm.sharp' here")
                .endsWith("        2 + vm.sharp\n            ^");
    }

    @ParameterizedTest
    @ValueSource(strings = {"400ms", "2GiB", "400ms && 3 < 4", "(400ms)"})
    void shouldSayHowANumberHasAUnit(String number) {
        String wrong = number.contains("GiB") ? "2GiB" : "400ms";
        assertThat(rendered("delay if vm.recent > " + number))
                .startsWith("line 1: '" + wrong + "' is no number; write ")
                .contains(number.contains("GiB") ? "write 2 * GiB" : "write 400 * ms");
    }

    @Test
    void shouldSayWhichTypeIsWanted() {
        assertThat(rendered("delay if vm.share"))
                .isEqualTo(
                        """
                        line 1: this should be true or false, but is of type int
                            delay if vm.share
                                     ^\
                        """);
        assertThat(rendered("schedule: vm.name"))
                .contains("should be a number, but is of type string");
        assertThat(rendered("consume calls: charge 1.5"))
                .contains("should be a whole number, but is of type double");
        assertThat(rendered("schedule: vm.share + 1.5")).contains("(int, double)");
    }

    @Test
    void shouldKeepNamesToTheirHooks() {
        assertThat(rendered("schedule: held.device_memory")).contains("no name 'held.device_mem");
        assertThat(rendered("schedule: amount")).contains("no name 'amount'");
        assertThat(rendered("delay if call.size > 3")).contains("there are call.bytes, call.name");
        assertThat(rendered("consume calls: charge call.bytes")).contains("no name 'call.bytes'");
    }

    @Test
    void shouldKnowItsResourcesAndCounters() {
        assertThat(rendered("consume call: charge 1"))
                .isEqualTo(
                        """
                        line 1: there is no resource 'call'; there are calls, device_memory, \
                        device_time
                            consume call: charge 1
                                    ^\
                        """);
        assertThat(rendered("consume calls: spent = 1"))
                .startsWith("line 1: there is no counter 'spent'; 'counter spent' in a line of");
    }

    @Test
    void shouldRefuseWhatHasAMeaningAlready() {
        assertThat(rendered("counter vm")).contains("'vm' is reserved");
        assertThat(rendered("counter a\nsetting a = 1")).contains("line 2: there is a setting or");
        assertThat(rendered("setting a = 1\nsetting a = 2")).contains("has a value already");
        assertThat(rendered("schedule: 1\nschedule: 2")).contains("there is a schedule in line 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1, 2].exists(x, x > 1)",
                "[1, 2].map(x, x) == [1]",
                "vm.name.matches('(a*)*b')",
                "{'a': 1}['a'] == 1",
                "timestamp('2020-01-01T00:00:00Z') == timestamp('2020-01-01T00:00:00Z')",
                "has(vm.name)",
                "dyn(1) == 1",
                "string(1) == '1'"
            })
    void shouldRefuseWhatCouldTakeLong(String condition) {
        assertThat(problems("delay if " + condition)).hasSize(1);
    }

    @Test
    void shouldBoundTheSizeOfExpressionsAndTheNumberOfStatements() {
        assertThat(rendered("delay if " + "vm.used > 1 || ".repeat(30) + "vm.used > 2"))
                .contains("this has 123 operations, names and constants; an expression has at");
        assertThat(problems("delay if " + "vm.used > 1 || ".repeat(20) + "vm.used > 2")).isEmpty();
        assertThat(problems("delay if " + "(".repeat(500) + "true" + ")".repeat(500))).hasSize(1);
        assertThat(problems("delay if '" + "x".repeat(3_000) + "' == ''")).hasSize(1);
        assertThat(rendered("delay if true\n".repeat(65)))
                .startsWith("line 65: there are more than 64 statements");
    }

    @Test
    void shouldSayWhatStatementsThereAre() {
        assertThat(rendered("allow if true"))
                .contains("this is not a statement; the statements are setting");
        assertThat(rendered("deny if true")).contains("deny if EXPRESSION: \"MESSAGE\"");
    }

    @Test
    void shouldTellAllProblemsInOrder() {
        assertThat(problems("schedule: x\nnonsense\ndelay if y\ncounter ms"))
                .extracting(RuleProblem::line)
                .containsExactly(1, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deny if call.name == \"cuMemAlloc_v2\": \"no\"",
                "deny if \"cuMemAlloc_v2\" != call.name: \"no\"",
                "delay if vm.share > 1 && call.name in [\"cuMemFree\", \"cuMemAlloc_v2\"]"
            })
    void shouldRefuseAFunctionThatNoApiHas(String text) {
        var api = new ApiNames(RESOURCES, Set.of("cuMemAlloc", "cuMemFree", "cuInit"));
        var rejected = (RuleCompilation.Rejected) RuleSet.compile(text, api);
        assertThat(rejected.problems()).hasSize(1);
        assertThat(rejected.problems().getFirst().message())
                .isEqualTo(
                        "no API has a function 'cuMemAlloc_v2', so that this never holds; there"
                                + " are cuMemAlloc, cuMemFree, cuInit");
        assertThat(rejected.problems().getFirst().column())
                .isEqualTo(text.indexOf("\"cuMemAlloc_v2\"") + 1);
    }

    @Test
    void shouldCompareOtherTextsThanFunctionsWithAnything() {
        var api = new ApiNames(RESOURCES, Set.of("cuMemAlloc"));
        String text =
                """
                deny if vm.name == "cuMemAlloc_v2" || call.name == "cuMemAlloc": "no"
                delay if call.name.startsWith("cuLaunch") || call.name == vm.class
                """;
        assertThat(RuleSet.compile(text, api)).isInstanceOf(RuleCompilation.Accepted.class);
    }
}
