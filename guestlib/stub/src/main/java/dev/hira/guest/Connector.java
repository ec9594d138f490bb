package dev.hira.guest;

import dev.hira.wire.Link;
import dev.hira.wire.grpc.EventLoops;
import dev.hira.wire.grpc.GrpcLinkClient;
import dev.hira.wire.grpc.LinkOptions;

/** Opens links to routers. One thread does the network work of all sessions of this process. */
final class Connector {
    private Connector() {}

    static Link connect(HiraUri uri) {
        return GrpcLinkClient.connect(uri.endpoint(), LinkOptions.on(Network.LOOPS.next()));
    }

    /** Started with the first session over a network. */
    private static final class Network {
        static final EventLoops LOOPS = EventLoops.create(1, "hira-guest");
    }
}
