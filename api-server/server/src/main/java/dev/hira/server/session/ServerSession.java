package dev.hira.server.session;

import dev.hira.server.call.FrameRunner;
import dev.hira.server.call.GuestMemory;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.move.MoveOrders;
import dev.hira.wire.v1.Open;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open session: its owner, and all resources to release when it ends.
 *
 * @param request the router's request
 * @param ordinals the host's devices that it sees
 * @param process its driver
 * @param memory its arena; null when it has none
 * @param runner makes its calls
 * @param move moves it to and from other servers
 * @param traffic counts the activity of its VM
 */
record ServerSession(
        Open request,
        List<Integer> ordinals,
        DriverProcess<?> process,
        @Nullable GuestMemory memory,
        FrameRunner<?> runner,
        MoveOrders move,
        VmTraffic traffic) {
    String id() {
        return request.getSession();
    }
}
