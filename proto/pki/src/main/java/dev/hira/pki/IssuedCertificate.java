package dev.hira.pki;

import dev.hira.base.tls.PeerRole;
import java.time.Instant;
import java.util.Optional;

/**
 * A certificate that an authority has issued.
 *
 * @param serial its serial number, in hexadecimal digits
 * @param revoked the time of its revocation
 */
public record IssuedCertificate(
        String serial,
        PeerRole.Named holder,
        Instant from,
        Instant until,
        Optional<Instant> revoked) {
    /** Returns {@code valid}, {@code expired}, {@code revoked} or {@code not yet valid}. */
    public String state(Instant now) {
        if (revoked.isPresent()) {
            return "revoked";
        }
        if (now.isBefore(from)) {
            return "not yet valid";
        }
        return now.isBefore(until) ? "valid" : "expired";
    }
}
