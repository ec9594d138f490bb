package dev.hira.link.grpc.tls;

import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import dev.hira.pki.Authority;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** An authority in a test's folder. */
public record TestAuthority(Authority authority) {
    private static final Duration LIFE = Duration.ofDays(1);
    private static final List<String> HERE = List.of("localhost", "127.0.0.1", "::1");

    public static TestAuthority in(Path folder) {
        return new TestAuthority(Authority.init(folder, InstantSource.system()));
    }

    /** Returns the files of a new identity. */
    public TlsFiles issue(PeerRole role, String name) {
        return TlsFiles.in(authority.issue(role, name, HERE, LIFE));
    }

    public TlsIdentity identity(PeerRole role, String name) {
        return TlsIdentity.read(issue(role, name));
    }

    TlsIdentity identity(PeerRole role, String name, SslProvider provider) {
        return TlsIdentity.read(issue(role, name), provider);
    }

    /** Returns how a client of a role speaks TLS to a router. */
    public TlsClient client(PeerRole role, String name) {
        return new TlsClient(identity(role, name), PeerRole.ROUTER);
    }
}
