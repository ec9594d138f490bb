package dev.hira.cli.admin;

import dev.hira.admin.v1.Event;
import dev.hira.admin.v1.EventKind;
import dev.hira.admin.v1.WatchEventsRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.client.ValueText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows events of a router until it is interrupted. */
@Command(
        name = "events",
        description =
                "Show the events of a router as they happen: sessions, changes, denials with their"
                        + " reasons, and servers that come and go.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira events --vm blue",
            "  hira events --kind denied,vm-migrated --count 10 -o json"
        })
public final class EventsCommand implements Runnable {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    @Mixin OperatorOptions operator = new OperatorOptions();

    @Option(names = "--vm", paramLabel = "VM", description = "Only events about this VM.")
    String vm = "";

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            split = ",",
            description =
                    "Only these kinds, for example delays,denied. By default all but admitted, delayed"
                            + " and delays, which sums delayed up for each VM and second.")
    List<String> kinds = List.of();

    @Option(
            names = "--all",
            description =
                    "All kinds: each command that waits, instead of the sums, and those that go on.")
    boolean all;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "End after this many events; by default when interrupted.")
    long count = Long.MAX_VALUE;

    @Override
    public void run() {
        operator.requireNoNames();
        WatchEventsRequest.Builder request = WatchEventsRequest.newBuilder().setVm(vm);
        kinds.forEach(kind -> request.addKinds(kind(kind)));
        if (all) {
            request.clearKinds();
            known().filter(kind -> kind != EventKind.EVENT_KIND_DELAYS).forEach(request::addKinds);
        }
        try (AdminClient admin = operator.connect()) {
            Iterator<Event> events = admin.always().watchEvents(request.build());
            for (long left = count; left > 0 && operator.isWritable() && events.hasNext(); left--) {
                Event event = events.next();
                operator.showOne(event, each -> operator.out().println(line(each)));
            }
        }
    }

    private static EventKind kind(String name) {
        return known().filter(kind -> ValueText.kind(kind).equals(name.strip()))
                .findFirst()
                .orElseThrow(() ->
                        new UsageException(
                                "there are no events of the kind '"
                                        + name
                                        + "'; there are "
                                        + known().map(ValueText::kind)
                                                .collect(Collectors.joining(", "))));
    }

    private static java.util.stream.Stream<EventKind> known() {
        return Arrays.stream(EventKind.values())
                .filter(kind -> kind != EventKind.UNRECOGNIZED)
                .filter(kind -> kind != EventKind.EVENT_KIND_UNSPECIFIED);
    }

    static String line(Event event) {
        Instant time =
                Instant.ofEpochSecond(event.getTime().getSeconds(), event.getTime().getNanos());
        StringBuilder line = new StringBuilder();
        line.append(CLOCK.format(time.atZone(ZoneId.systemDefault())));
        line.append(String.format("  %-17s", ValueText.kind(event.getKind())));
        add(line, " ", event.getVm());
        add(line, " session ", event.getSession());
        if (event.getKind() == EventKind.EVENT_KIND_DELAYS) {
            line.append(" waited ").append(ValueText.time(event.getDuration())).append(" in all");
            add(line, ": ", event.getDetail());
            return line.toString();
        }
        add(line, " on ", event.getDevice());
        add(line, " ", event.getFunction());
        add(line, ": ", event.getReason());
        if (event.getCount() > 1) {
            line.append(" (").append(event.getCount()).append("×)");
        }
        if (ValueText.nanos(event.getDuration()) > 0) {
            line.append(" after ").append(ValueText.time(event.getDuration()));
        }
        add(line, ": ", event.getDetail());
        return line.toString();
    }

    private static void add(StringBuilder line, String before, String words) {
        if (!words.isEmpty()) {
            line.append(before).append(words);
        }
    }
}
