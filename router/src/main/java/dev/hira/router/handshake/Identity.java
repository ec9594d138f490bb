package dev.hira.router.handshake;

import dev.hira.base.tls.HashedToken;
import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.net.PeerIdentity.Certified;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import dev.hira.policy.model.VmName;
import dev.hira.router.config.AuthConfig;
import dev.hira.serving.auth.TokenFile;
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
    private static final int LONGEST_PROBLEM = 400;

    private final InstantSource clock;
    private volatile Rules rules;

    private final HashedToken unknownVm = new HashedToken("", HashedToken.hash(""), Instant.MAX);

    /**
     * What establishes VMs at a time. Replaced, never changed.
     *
     * @param tokens the configured tokens, which never expire
     * @param file further tokens
     */
    private record Rules(
            AuthConfig config, Map<String, HashedToken> tokens, @Nullable TokenFile file) {
        static Rules of(AuthConfig config) {
            Map<String, HashedToken> tokens = new HashMap<>();
            config.tokens()
                    .forEach((vm, token) -> {
                        String hash = HashedToken.isHash(token) ? token : HashedToken.hash(token);
                        tokens.put(vm, new HashedToken(vm, hash, Instant.MAX));
                    });
            return new Rules(
                    config,
                    Map.copyOf(tokens),
                    config.tokenFile().map(TokenFile::new).orElse(null));
        }
    }

    public Identity(AuthConfig config, InstantSource clock) {
        this.clock = clock;
        this.rules = Rules.of(config);
    }

    /** Goes by other settings from now on. */
    public void use(AuthConfig config) {
        rules = Rules.of(config);
    }

    /**
     * Checks a guest's claim.
     *
     * @param listenerVm the VM that the guest's listener is reserved for
     * @param peer what the guest's connection proves
     */
    public Claim establish(
            Optional<String> listenerVm, PeerIdentity peer, String claimed, String token) {
        Rules now = rules;
        AuthConfig config = now.config();
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
        Optional<String> problem = VmName.problem(name);
        if (problem.isPresent()) {
            return new Forged(PlainText.of(problem.get(), LONGEST_PROBLEM));
        }
        return switch (config.mode()) {
            case OPEN -> believed(peer, name, config.defaultVm());
            case TOKEN -> ofToken(now, name, token);
        };
    }

    /** Believes the claims of this machine's processes; others all belong to the default VM. */
    private static Claim believed(PeerIdentity peer, String name, String defaultVm) {
        return peer instanceof LocalUser || name.equals(defaultVm)
                ? new Established(name)
                : new Forged(
                        "the guest claims to be '"
                                + name
                                + "' from another machine, which nothing proves; use a token of the"
                                + " VM, hira+tls with its certificate, or an address for it, or claim"
                                + " no VM");
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
    private Claim ofToken(Rules now, String vm, String token) {
        HashedToken configured = now.tokens().get(vm);
        boolean same = (configured == null ? unknownVm : configured).isHashOf(token);
        TokenFile file = now.file();
        Optional<HashedToken> filed =
                file == null ? Optional.empty() : file.proof(vm, token, clock.instant());
        if (filed.isPresent() || (same && configured != null)) {
            return new Established(vm, filed.or(() -> Optional.ofNullable(configured)));
        }
        if (token.isEmpty()) {
            return new Forged(
                    "no token was given to prove that the guest is of VM '"
                            + vm
                            + "'; give the token that the router's operator issued for it");
        }
        return new Forged(
                "the token does not prove that the guest is of VM '"
                        + vm
                        + "'; give the token that the router's operator issued for it");
    }

    /** Returns whether a token that proved a VM was removed since, before its time was over. */
    public boolean isWithdrawn(HashedToken token) {
        Rules now = rules;
        TokenFile file = now.file();
        return !token.equals(now.tokens().get(token.vm()))
                && (file == null
                        ? clock.instant().isBefore(token.until())
                        : file.isWithdrawn(token, clock.instant()));
    }

    /** The result of a claim. */
    public sealed interface Claim {}

    /**
     * The guest belongs to this VM.
     *
     * @param token the token that proves it, if one does
     */
    public record Established(String vm, Optional<HashedToken> token) implements Claim {
        Established(String vm) {
            this(vm, Optional.empty());
        }
    }

    /**
     * The guest's claim is refused.
     *
     * @param problem a sentence for the guest's user
     */
    public record Forged(String problem) implements Claim {}
}
