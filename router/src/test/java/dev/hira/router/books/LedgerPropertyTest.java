package dev.hira.router.books;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random traffic between a session and a server that keeps its own record of holdings. */
final class LedgerPropertyTest {
    private static final int NAMES = 12;

    private record Command(long call, boolean sync, boolean alloc, long name, long bytes) {}

    /** A ledger, and a list that says in the simplest way which of its holdings are released. */
    private static final class Books {
        final Ledger ledger;
        private final List<Holding> holdings = new ArrayList<>();
        private final CostList costs = new CostList(1);

        private static final class Holding {
            final Command created;
            boolean answered;
            boolean released;

            Holding(Command created) {
                this.created = created;
            }
        }

        Books(Ledger ledger) {
            this.ledger = ledger;
        }

        void enter(Command command) {
            costs.reset();
            boolean releases = false;
            if (command.alloc()) {
                costs.allocates(0, command.name(), command.bytes());
                holdings.add(new Holding(command));
            } else {
                costs.releases(0, command.name());
                var first =
                        holdings.stream()
                                .filter(h -> h.created.name() == command.name() && !h.released)
                                .findFirst();
                first.ifPresent(holding -> holding.released = true);
                releases = first.isPresent();
            }
            assertThat(ledger.enter(command.call(), command.sync(), costs)).isEqualTo(releases);
        }

        void answered(Command command) {
            holdings.stream()
                    .filter(h -> h.created.equals(command))
                    .forEach(h -> h.answered = true);
            ledger.answered(command.call());
        }

        void failed(Command command) {
            holdings.removeIf(h -> h.created.equals(command) && !h.answered);
            ledger.failed(command.call());
        }

        void died(Command created) {
            holdings.removeIf(h -> h.created.equals(created));
            ledger.died(created.name(), created.call());
        }

        /** Notes a death without its call. */
        void diedBy(long name) {
            holdings.stream()
                    .filter(h -> h.created.name() == name)
                    .findFirst()
                    .filter(h -> h.answered || !h.created.sync())
                    .ifPresent(holdings::remove);
            ledger.died(name);
        }

        long releases() {
            return holdings.stream().filter(h -> h.released).count();
        }
    }

    /** The server: executes commands in order and reports in order. */
    private static final class Server {
        final boolean tellsCalls;
        final Map<Long, Command> live = new HashMap<>();
        final Queue<Runnable> reports = new ArrayDeque<>();

        Server(boolean tellsCalls) {
            this.tellsCalls = tellsCalls;
        }

        private void died(Command created, Books books) {
            if (tellsCalls) {
                reports.add(() -> books.died(created));
            } else {
                reports.add(() -> books.diedBy(created.name()));
            }
        }

        void execute(Command c, Books books, boolean poisoned) {
            if (!c.alloc()) {
                Command created = live.remove(c.name());
                if (created != null) {
                    died(created, books);
                }
                return;
            }
            if (poisoned || live.containsKey(c.name())) {
                reports.add(() -> books.failed(c));
                return;
            }
            live.put(c.name(), c);
            if (c.sync()) {
                reports.add(() -> books.answered(c));
            }
        }

        long held() {
            return live.values().stream().mapToLong(Command::bytes).sum();
        }
    }

    /** One VM's session with its server and what is under way between them. */
    private static final class Run {
        final Ledger ledger;
        final Books books;
        final Server server;
        final Queue<Command> underWay = new ArrayDeque<>();
        long call;

        Run(VmLedger vm, long salt) {
            server = new Server((salt & 1) == 0);
            ledger = new Ledger(vm, List.of(), List.of("memory"), 10_000, salt);
            books = new Books(ledger);
        }

        void step(Random random) {
            switch (random.nextInt(4)) {
                case 0, 1 -> send(random);
                case 2 -> {
                    Command next = underWay.poll();
                    if (next != null) {
                        server.execute(next, books, random.nextInt(8) == 0);
                    }
                }
                default -> {
                    Runnable report = server.reports.poll();
                    if (report != null) {
                        report.run();
                    }
                }
            }
        }

        private void send(Random random) {
            long name = 0x100_0000_0000L + 512L * random.nextInt(NAMES);
            boolean alloc = random.nextInt(3) != 0;
            long bytes = random.nextInt(5) * 100L;
            var command = new Command(++call, random.nextBoolean(), alloc, name, bytes);
            books.enter(command);
            underWay.add(command);
        }

        void drain() {
            while (!underWay.isEmpty()) {
                server.execute(underWay.remove(), books, false);
            }
            while (!server.reports.isEmpty()) {
                server.reports.remove().run();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void shouldHoldExactlyWhatTheServersHold(long seed) {
        var random = new Random(seed);
        var vm = new VmLedger();
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            runs.add(new Run(vm, random.nextLong()));
        }
        for (int i = 0; i < 20_000; i++) {
            Run run = runs.get(random.nextInt(runs.size()));
            run.step(random);
            long sum = runs.stream().mapToLong(r -> r.ledger.held(0)).sum();
            assertThat(vm.held("memory")).as("seed %s step %s", seed, i).isEqualTo(sum);
            assertThat(run.ledger.held(0)).isGreaterThanOrEqualTo(run.server.held());
            assertThat(run.ledger.releases())
                    .as("seed %s step %s", seed, i)
                    .isEqualTo((int) run.books.releases());
            if (random.nextInt(500) == 0) {
                run.drain();
                assertThat(run.ledger.held(0)).isEqualTo(run.server.held());
                assertThat(run.ledger.bookings()).isEqualTo(run.server.live.size());
            }
            if (random.nextInt(1000) == 0) {
                run.ledger.close();
                runs.set(runs.indexOf(run), new Run(vm, random.nextLong()));
            }
        }
        runs.forEach(r -> r.ledger.close());
        assertThat(vm.held("memory")).isZero();
    }
}
