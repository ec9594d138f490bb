package dev.hira.bench.sharing;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import dev.hira.policy.NanoClock;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.rules.RuleCompilation;
import dev.hira.policy.rules.RuleSet;
import dev.hira.policy.rules.VmCounters;
import java.util.List;

/** The cost of evaluating an operator's rule, and of compiling a text of rules. */
public final class RulesBench implements BenchPart {
    private static final int BATCH = 200;
    private static final String TEXT =
            """
            setting boost = 1
            setting boost of gold = 4
            counter spent
            consume device_time: spent = spent + amount / (vm.share * boost)
            schedule: vm.waited > 100 * ms ? 0 : -spent
            """;

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Rules");
        Stats cold = Stats.timing(0, 1, RulesBench::book);
        report.note("compiling the first rules", cold.percentile(50) / 1e6, "ms");
        RuleBook book = book();
        VmCounters vm = new Vm();
        int samples = settings.times(5_000);
        Stats choose = Stats.timing(5_000, samples, () -> priorities(book, vm));
        report.atMost("a schedule rule, median", choose.percentile(50) / BATCH / 1e3, "us", 2);
        Stats count = Stats.timing(5_000, samples, () -> uses(book, vm));
        report.atMost("a consume rule, median", count.percentile(50) / BATCH / 1e3, "us", 2);
        RuleBook largest = book("schedule: " + "vm.used > 1 && ".repeat(24) + "true ? 1 : 0");
        Stats most = Stats.timing(5_000, samples, () -> priorities(largest, vm));
        report.atMost("a rule of the greatest size", most.percentile(50) / BATCH / 1e3, "us", 2);
    }

    private static RuleBook book() {
        return book(TEXT);
    }

    private static RuleBook book(String text) {
        var book = new RuleBook(NanoClock.SYSTEM, failure -> {});
        switch (RuleSet.compile(text, List.of("calls"))) {
            case RuleCompilation.Accepted(RuleSet rules) -> book.load(rules);
            case RuleCompilation.Rejected rejected ->
                    throw new IllegalStateException(rejected.problems().toString());
        }
        return book;
    }

    private static void priorities(RuleBook book, VmCounters vm) {
        double sum = 0;
        for (int i = 0; i < BATCH; i++) {
            sum += book.priority(vm);
        }
        if (Double.isInfinite(sum)) {
            throw new IllegalStateException("A rule has failed.");
        }
    }

    private static void uses(RuleBook book, VmCounters vm) {
        for (int i = 0; i < BATCH; i++) {
            book.used(vm, i);
        }
    }

    /** Returns a VM with a value in every counter. */
    private record Vm() implements VmCounters {
        @Override
        public String name() {
            return "vm";
        }

        @Override
        public String grade() {
            return "gold";
        }

        @Override
        public long share() {
            return 3;
        }

        @Override
        public long cap() {
            return Long.MAX_VALUE;
        }

        @Override
        public long reservation() {
            return 0;
        }

        @Override
        public int priority() {
            return 1;
        }

        @Override
        public long credits() {
            return 256;
        }

        @Override
        public long used() {
            return 1_000_000;
        }

        @Override
        public long recent() {
            return 1_000;
        }

        @Override
        public int inFlight() {
            return 1;
        }

        @Override
        public int waiting() {
            return 1;
        }

        @Override
        public long waited() {
            return 1_000;
        }

        @Override
        public int sessions() {
            return 1;
        }

        @Override
        public long held(int resource) {
            return 0;
        }
    }
}
