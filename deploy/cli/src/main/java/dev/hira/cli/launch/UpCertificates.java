package dev.hira.cli.launch;

import dev.hira.base.tls.PeerRole;
import dev.hira.pki.Authority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The certificates of the router and of the guest that {@code hira up} starts or proposes. */
final class UpCertificates {
    private static final List<String> HOSTS = List.of("localhost", "127.0.0.1", "::1");
    private static final Duration LIFE = Duration.ofDays(90);
    private static final Duration LEAST = LIFE.dividedBy(2);

    private final Path folder;
    private final InstantSource clock;

    /**
     * @param folder the authority's, which is made if it is missing
     */
    UpCertificates(Path folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Issues those that are missing, or that end within half of their life. */
    void issue(String router, String vm) {
        Authority authority =
                Files.isDirectory(folder)
                        ? Authority.open(folder, clock)
                        : Authority.init(folder, clock);
        issue(authority, PeerRole.ROUTER, router);
        issue(authority, PeerRole.VM, vm);
    }

    private void issue(Authority authority, PeerRole role, String name) {
        Instant least = clock.instant().plus(LEAST);
        PeerRole.Named holder = new PeerRole.Named(role, name);
        boolean lasts =
                authority.issued().stream()
                        .filter(each -> each.holder().equals(holder))
                        .filter(each -> each.state(clock.instant()).equals("valid"))
                        .anyMatch(each -> each.until().isAfter(least));
        if (!lasts) {
            authority.issue(role, name, HOSTS, LIFE);
        }
    }
}
