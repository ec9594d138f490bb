package dev.hira.policy.rules;

import dev.hira.policy.Admission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles a text to a {@link RuleSet} or collects all its problems. */
final class RuleSetCompiler {
    private static final Set<String> RESERVED =
            Set.of(
                    "vm",
                    "call",
                    "held",
                    "takes",
                    "uses",
                    "resource",
                    "amount",
                    "charge",
                    "us",
                    "ms",
                    "s",
                    "KiB",
                    "MiB",
                    "GiB",
                    "true",
                    "false",
                    "null",
                    "in",
                    "as",
                    "break",
                    "const",
                    "continue",
                    "else",
                    "for",
                    "function",
                    "if",
                    "import",
                    "let",
                    "loop",
                    "package",
                    "namespace",
                    "return",
                    "var",
                    "void",
                    "while",
                    "int",
                    "double",
                    "size",
                    "bool",
                    "string",
                    "uint",
                    "bytes",
                    "list",
                    "map",
                    "type",
                    "dyn");

    private final RuleVocabulary vocabulary;
    private final FunctionNames functions;
    private final String[] lines;
    private final List<RuleProblem> problems = new ArrayList<>();
    private final List<RuleStatement> statements;
    private final List<RuleSet.Counter> counters = new ArrayList<>();
    private final Map<String, Map<String, Long>> settings = new LinkedHashMap<>();
    private final Map<RuleHook, RuleCompiler> compilers = new EnumMap<>(RuleHook.class);
    private final List<RuleSet.Judgement> judgements = new ArrayList<>();
    private final List<RuleSet.Consumption> consumptions = new ArrayList<>();
    private @Nullable RuleExpression priority;
    private long retryNanos = RuleSet.RETRY_NANOS;

    RuleSetCompiler(String text, ApiNames api) {
        this.vocabulary = new RuleVocabulary(api.resources());
        this.functions = new FunctionNames(api.functions());
        this.lines = text.replace("\r\n", "\n").replace('\t', ' ').split("\n", -1);
        this.statements = RuleParser.parse(text, problems);
    }

    RuleCompilation compile() {
        statements.forEach(this::declare);
        statements.forEach(this::define);
        if (!problems.isEmpty()) {
            problems.sort(
                    Comparator.comparingInt(RuleProblem::line)
                            .thenComparingInt(RuleProblem::column));
            return new RuleCompilation.Rejected(problems);
        }
        return new RuleCompilation.Accepted(
                new RuleSet(
                        counters,
                        judgements,
                        consumptions,
                        priority,
                        retryNanos,
                        vocabulary.deviceTime()));
    }

    private void declare(RuleStatement statement) {
        switch (statement) {
            case RuleStatement.Counter counter -> {
                String name = counter.name().text();
                if (isFree(counter.name()) && !settings.containsKey(name)) {
                    counters.add(new RuleSet.Counter(name, counter.value()));
                }
            }
            case RuleStatement.Setting setting -> declare(setting);
            case RuleStatement.Retry retry -> retryNanos = retry.nanos();
            case RuleStatement.Consume _,
                    RuleStatement.Schedule _,
                    RuleStatement.Deny _,
                    RuleStatement.Delay _ -> {}
        }
    }

    private void declare(RuleStatement.Setting setting) {
        if (!settings.containsKey(setting.name().text()) && !isFree(setting.name())) {
            return;
        }
        var values = settings.computeIfAbsent(setting.name().text(), name -> new LinkedHashMap<>());
        if (values.putIfAbsent(setting.grade(), setting.value()) != null) {
            String ofClass = setting.grade().isEmpty() ? "" : " of " + setting.grade();
            problem(
                    setting.name(),
                    "the setting '"
                            + setting.name().text()
                            + "'"
                            + ofClass
                            + " has a value already");
        }
    }

    private boolean isFree(Fragment name) {
        String text = name.text();
        if (RESERVED.contains(text)) {
            problem(name, "'" + text + "' is reserved");
            return false;
        }
        if (settings.containsKey(text) || counterIndex(text) >= 0) {
            problem(name, "there is a setting or counter '" + text + "' already");
            return false;
        }
        return true;
    }

    private void define(RuleStatement statement) {
        switch (statement) {
            case RuleStatement.Deny deny -> {
                var verdict =
                        new Admission.Deny("rule", Admission.Deny.NO_RESOURCE, deny.message());
                judge(deny.condition(), verdict);
            }
            case RuleStatement.Delay delay -> judge(delay.condition(), new Admission.Delay("rule"));
            case RuleStatement.Consume consume -> consume(consume);
            case RuleStatement.Schedule schedule -> schedule(schedule);
            case RuleStatement.Setting _, RuleStatement.Counter _, RuleStatement.Retry _ -> {}
        }
    }

    private void judge(Fragment source, Admission verdict) {
        RuleExpression condition = compiler(RuleHook.ADMIT).condition(source);
        if (condition != null) {
            judgements.add(new RuleSet.Judgement(condition, verdict));
        }
    }

    private void schedule(RuleStatement.Schedule schedule) {
        if (priority != null) {
            problem(schedule.source(), "there is a schedule in line " + priority.line());
        }
        priority = compiler(RuleHook.SCHEDULE).real(schedule.priority());
    }

    private void consume(RuleStatement.Consume consume) {
        int resource = vocabulary.indexOf(consume.resource().text());
        if (resource < 0) {
            problem(
                    consume.resource(),
                    "there is no resource '%s'; there are %s"
                            .formatted(
                                    consume.resource().text(),
                                    String.join(", ", vocabulary.resources())));
            return;
        }
        boolean charges = consume.target().text().equals("charge");
        int counter = counterIndex(consume.target().text());
        if (!charges && counter < 0) {
            problem(
                    consume.target(),
                    "there is no counter '%s'; 'counter %s' in a line of its own makes one"
                            .formatted(consume.target().text(), consume.target().text()));
            return;
        }
        RuleExpression value = compiler(RuleHook.CONSUME).number(consume.value());
        if (value != null) {
            consumptions.add(new RuleSet.Consumption(resource, counter, value));
        }
    }

    private RuleCompiler compiler(RuleHook hook) {
        return compilers.computeIfAbsent(
                hook, key -> new RuleCompiler(names(key), functions, this::problem));
    }

    private List<RuleName> names(RuleHook hook) {
        List<RuleName> names = new ArrayList<>(vocabulary.names(hook));
        for (int i = 0; i < counters.size(); i++) {
            int index = i;
            names.add(
                    new RuleName(counters.get(i).name(), RuleName.Type.INT, s -> s.counter(index)));
        }
        settings.forEach((name, values) -> {
            Map<String, Long> fixed = Map.copyOf(values);
            Long other = values.getOrDefault("", 0L);
            names.add(
                    new RuleName(
                            name,
                            RuleName.Type.INT,
                            s -> fixed.getOrDefault(s.vm().grade(), other)));
        });
        return names;
    }

    private int counterIndex(String name) {
        for (int i = 0; i < counters.size(); i++) {
            if (counters.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private void problem(Fragment at, String message) {
        problem(at, 1, 0, message);
    }

    private void problem(Fragment at, int line, int column, String message) {
        int first = Math.max(1, line);
        int place = at.line() + first - 1;
        int start = first == 1 ? at.column() : 1;
        problems.add(
                new RuleProblem(place, start + Math.max(0, column), message, lines[place - 1]));
    }
}
