package dev.hira.server.session;

import dev.hira.api.StateException;
import dev.hira.link.Link;
import dev.hira.link.ring.RingFile;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.shm.SharedRegion;
import dev.hira.server.call.FrameRunner;
import dev.hira.server.call.GuestMemory;
import dev.hira.server.call.SessionBudgets;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.host.ApiDriver;
import dev.hira.server.host.DeviceReport;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.host.SessionOwner;
import dev.hira.server.host.SessionState;
import dev.hira.server.move.MoveOrders;
import dev.hira.server.turn.SessionTurn;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.Open;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the session that a router requests, or refuses it with a reason. */
final class SessionOpener {
    private static final Logger LOG = LoggerFactory.getLogger(SessionOpener.class);

    private final SessionHost server;
    private final SessionTurn<Frame> turn;
    private final SessionBudgets budgets;
    private final Consumer<MalformedFrameException> violation;

    SessionOpener(
            SessionHost server,
            SessionTurn<Frame> turn,
            SessionBudgets budgets,
            Consumer<MalformedFrameException> violation) {
        this.server = server;
        this.turn = turn;
        this.budgets = budgets;
        this.violation = violation;
    }

    /**
     * Returns the rings that the router offers; null when there are none or they cannot be mapped.
     *
     * @param control the link over which they are offered
     */
    @Nullable RingLink rings(Open open, Link control) {
        RingPollers pollers = server.pollers();
        if (pollers == null || open.getRingPath().isEmpty()) {
            return null;
        }
        try {
            SharedRegion region = RingFile.map(Path.of(open.getRingPath()));
            return RingLink.second(region, pollers.next(), control, server.settings().rings());
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            doWithout("rings", open.getRingPath(), e);
            return null;
        }
    }

    /**
     * Builds a session.
     *
     * @param link the link for its answers
     * @throws OpenRefused when the session is not possible
     */
    ServerSession open(Open open, Link link) {
        ApiDriver<?> driver = driver(open);
        List<Integer> ordinals = ordinals(open);
        if (!server.takePlace()) {
            throw new OpenRefused(
                    Cause.EXHAUSTED,
                    server.settings().server()
                            + " has "
                            + server.settings().sessions()
                            + " sessions, which is as many as it takes; try another server");
        }
        boolean done = false;
        try {
            ServerSession session = build(open, driver, ordinals, link);
            done = true;
            return session;
        } finally {
            if (!done) {
                server.givePlace();
            }
        }
    }

    private <D> ServerSession build(
            Open open, ApiDriver<D> driver, List<Integer> ordinals, Link link) {
        GuestMemory memory = memory(open);
        VmTraffic traffic = server.vms().begin(open.getVm());
        try {
            PrintedText printed = new PrintedText();
            DriverProcess<D> process =
                    driver.open(
                            new SessionOwner(open.getVm(), open.getSession(), printed), ordinals);
            prepare(open, process, memory);
            FrameRunner<D> runner =
                    new FrameRunner<>(
                            driver.dispatcher(),
                            process,
                            link,
                            memory,
                            server.settings().limits(),
                            budgets,
                            turn,
                            server.threads(),
                            traffic,
                            violation);
            runner.table().recreates(open.getTakesOver() || open.getRebuilds());
            runner.numberCallbacksAfter(open.getCallbacksAfter());
            runner.textsGoTo(printed::ofLaunch);
            process.watch(runner.workListener());
            printed.goesTo(runner.outbox());
            SessionState state = process.state();
            if (open.getReportsChoices() && state != null) {
                runner.reportChoices(state);
            }
            MoveOrders move = new MoveOrders(server.moves(), runner, turn, state, open);
            runner.onMove(move::order);
            return new ServerSession(open, ordinals, process, memory, runner, move, traffic);
        } catch (RuntimeException e) {
            server.vms().ended(traffic);
            if (memory != null) {
                memory.close();
            }
            throw e;
        }
    }

    /** Prepares a process for its first call; closes it when it cannot take over. */
    private static void prepare(Open open, DriverProcess<?> process, @Nullable GuestMemory memory) {
        if (memory != null) {
            process.shares(memory.lasting());
        }
        if (open.getKernelLimitNanos() > 0) {
            process.limitKernels(open.getKernelLimitNanos());
        }
        if (open.getPrintsByLaunch()) {
            process.printByLaunch();
        }
        if (open.getDeviceMemory() > 0) {
            process.limitMemory(open.getDeviceMemory());
        }
        if (!open.getTakesOver() && !open.getRebuilds()) {
            return;
        }
        try {
            takeOver(process.state(), open);
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private static void takeOver(@Nullable SessionState state, Open open) {
        if (state == null) {
            throw new OpenRefused(
                    Cause.REFUSED,
                    "the session cannot be taken over: the driver of this server cannot move"
                            + " sessions");
        }
        try {
            // Placements that are too long for the request follow it.
            if (open.getTakesOver() && !open.getPlacements().isEmpty()) {
                state.prepare(open.getPlacements().toByteArray());
            }
        } catch (StateException e) {
            throw new OpenRefused(
                    Cause.REFUSED, "the session cannot be taken over: " + e.getMessage());
        }
    }

    private ApiDriver<?> driver(Open open) {
        List<ApiDriver<?>> drivers = server.host().drivers();
        for (ApiDriver<?> driver : drivers) {
            if (driver.dispatcher().api() == open.getApi()) {
                requireDigest(open, driver.dispatcher());
                return driver;
            }
        }
        List<String> served =
                drivers.stream()
                        .map(ApiDriver::dispatcher)
                        .map(d -> d.api() + " (" + d.driverType().getSimpleName() + ")")
                        .toList();
        throw new OpenRefused(
                Cause.REFUSED,
                "the session is for API " + open.getApi() + "; this server has " + served);
    }

    private static void requireDigest(Open open, Dispatcher<?> dispatcher) {
        long own = dispatcher.digest();
        if (open.getApiDigest() != own) {
            throw new OpenRefused(
                    Cause.REFUSED,
                    "the guest has another description of API "
                            + open.getApi()
                            + " (digest "
                            + Long.toHexString(open.getApiDigest())
                            + ") than this server ("
                            + Long.toHexString(own)
                            + "); use the same version of Hira at both ends");
        }
    }

    /** Returns the devices that the session sees: the requested ones, or the API's first ones. */
    private List<Integer> ordinals(Open open) {
        List<Integer> able =
                server.host().devices().stream()
                        .filter(device -> device.apis().contains(open.getApi()))
                        .map(DeviceReport::ordinal)
                        .toList();
        if (open.getDeviceOrdinalsCount() == 0) {
            long wanted =
                    open.getDevices() == 0
                            ? able.size()
                            : Integer.toUnsignedLong(open.getDevices());
            return able.stream().limit(wanted).toList();
        }
        for (int ordinal : open.getDeviceOrdinalsList()) {
            if (!able.contains(ordinal)) {
                throw new OpenRefused(
                        Cause.REFUSED,
                        "the session asks for device "
                                + Integer.toUnsignedString(ordinal)
                                + "; the devices of this server for API "
                                + open.getApi()
                                + " are "
                                + able);
            }
        }
        return List.copyOf(open.getDeviceOrdinalsList());
    }

    private @Nullable GuestMemory memory(Open open) {
        GuestMemory mapped = mapped(open);
        return mapped == null && open.getMirrorsMemory() ? mirror(open) : mapped;
    }

    private @Nullable GuestMemory mapped(Open open) {
        if (!server.settings().mapsMemory() || open.getMemoryPath().isEmpty()) {
            return null;
        }
        try {
            return GuestMemory.map(Path.of(open.getMemoryPath()), open.getMemorySize());
        } catch (IOException | IllegalArgumentException e) {
            doWithout("arena", open.getMemoryPath(), e);
            return null;
        }
    }

    private static @Nullable GuestMemory mirror(Open open) {
        try {
            return GuestMemory.mirror(open.getMemorySize());
        } catch (IOException | IllegalArgumentException e) {
            doWithout("mirror of the arena", "", e);
            return null;
        }
    }

    private static void doWithout(String what, String path, Exception cause) {
        LOG.atWarn()
                .addKeyValue("path", path)
                .log("The session continues without its {}: {}", what, cause.getMessage());
    }
}
