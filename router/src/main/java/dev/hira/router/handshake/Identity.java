package dev.hira.router.handshake;

import dev.hira.base.tls.HashedToken;
import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.net.PeerIdentity.Certified;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import dev.hira.router.config.AuthConfig;
import dev.hira.wire.PlainText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Establishes the VM of a guest. Thread-safe. */
public final class Identity {
    private static final int LONGEST_NAME = 128;

    private final AuthConfig config;
    private final InstantSource clock;
    private final @Nullable TokenFile file;

    /** The configured tokens, which never expire. */
    private final Map<String, HashedToken> tokens = new HashMap<>();

    private final HashedToken unknownVm = new HashedToken("", HashedToken.hash(""), Instant.MAX);

    public Identity(AuthConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        file = config.tokenFile().map(TokenFile::new).orElse(null);
        config.tokens()
                .forEach((vm, token) -> {
                    String hash = HashedToken.isHash(token) ? token : HashedToken.hash(token);
                    tokens.put(vm, new HashedToken(vm, hash, Instant.MAX));
                });
    }

    /**
     * Checks a guest's claim.
     *
     * @param listenerVm the VM that the guest's listener is reserved for
     * @param peer what the guest's connection proves
     */
    public Claim establish(
            Optional<String> listenerVm, PeerIdentity peer, String claimed, String token) {
        if (peer instanceof Certified holder && listenerVm.isPresent()) {
            return listenerVm.get().equals(holder.name())
                    ? ofCertificate(holder, claimed)
                    : new Forged(
                            "this address is for VM '"
                                    + listenerVm.get()
                                    + "', and the certificate is that of "
                                    + holder.text()
                                    + "; connect to another address");
        }
        if (peer instanceof Certified holder) {
            return ofCertificate(holder, claimed);
        }
        if (listenerVm.isPresent()) {
            return proven("this address is for", listenerVm.get(), claimed);
        }
        if (peer instanceof LocalUser(long uid) && config.users().containsKey(uid)) {
            return proven("user " + uid + " belongs to", config.users().get(uid), claimed);
        }
        String name = claimed.isEmpty() ? config.defaultVm() : claimed;
        if (name.length() > LONGEST_NAME || !PlainText.isPlain(name)) {
            return new Forged(
                    "a VM's name has at most "
                            + LONGEST_NAME
                            + " characters and no control characters");
        }
        return switch (config.mode()) {
            case OPEN -> new Established(name);
            case TOKEN -> ofToken(name, token);
        };
    }

    private static Claim ofCertificate(Certified holder, String claimed) {
        return holder.role() == PeerRole.VM
                ? proven("the certificate is that of", holder.name(), claimed)
                : new Forged(
                        "the certificate is that of "
                                + holder.text()
                                + "; a guest needs one with the role vm");
    }

    /** Returns the proven VM, unless the guest claims another one. */
    private static Claim proven(String by, String vm, String claimed) {
        return claimed.isEmpty() || claimed.equals(vm)
                ? new Established(vm)
                : new Forged(
                        by
                                + " VM '"
                                + vm
                                + "', but the guest claims to be '"
                                + PlainText.of(claimed, LONGEST_NAME)
                                + "'; open the session as '"
                                + vm
                                + "' or claim no VM");
    }

    /**
     * Checks a token in constant time, whether the VM is unknown, the token is wrong, or it is
     * nearly right.
     */
    private Claim ofToken(String vm, String token) {
        boolean same = tokens.getOrDefault(vm, unknownVm).isHashOf(token);
        boolean filed = file != null && file.proves(vm, token, clock.instant());
        if (filed || (same && tokens.containsKey(vm))) {
            return new Established(vm);
        }
        return new Forged(
                "the token does not prove that the guest is of VM '"
                        + vm
                        + "'; give the token that the router's operator issued for it");
    }

    /** The result of a claim. */
    public sealed interface Claim {}

    /** The guest belongs to this VM. */
    public record Established(String vm) implements Claim {}

    /**
     * The guest's claim is refused.
     *
     * @param problem a sentence for the guest's user
     */
    public record Forged(String problem) implements Claim {}
}
