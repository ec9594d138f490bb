package dev.hira.router.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.tls.HashedToken;
import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.net.PeerIdentity.Certified;
import dev.hira.link.grpc.net.PeerIdentity.LocalUser;
import dev.hira.router.config.AuthConfig;
import dev.hira.router.config.AuthConfig.Mode;
import dev.hira.router.handshake.Identity.Established;
import dev.hira.router.handshake.Identity.Forged;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class IdentityTest {
    private static final PeerIdentity UNPROVEN = new PeerIdentity.Unproven();
    private static final PeerIdentity HERE = new LocalUser(LocalPeers.own());
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

    private final Identity open = identity(Mode.OPEN, Map.of());
    private final Identity byToken = identity(Mode.TOKEN, Map.of("red", "secret"));

    private static Identity identity(Mode mode, Map<String, String> tokens) {
        return new Identity(config(mode, tokens), CLOCK);
    }

    private static AuthConfig config(Mode mode, Map<String, String> tokens) {
        return new AuthConfig(mode, "default", tokens, Optional.empty(), Map.of(1001L, "blue"));
    }

    private static Identity.Claim claim(Identity identity, String vm, String token) {
        return identity.establish(Optional.empty(), HERE, vm, token);
    }

    private static String vm(Identity.Claim claim) {
        assertThat(claim).isInstanceOf(Established.class);
        return ((Established) claim).vm();
    }

    private static String problem(Identity.Claim claim) {
        assertThat(claim).isInstanceOf(Forged.class);
        return ((Forged) claim).problem();
    }

    @Test
    void shouldTakeANameOfTheLongestAllowedLength() {
        assertThat(claim(open, "x".repeat(128), "")).isEqualTo(new Established("x".repeat(128)));
        assertThat(problem(claim(open, "x".repeat(129), ""))).contains("up to 128 letters");
    }

    @Test
    void shouldNotBelieveAClaimFromAnotherMachine() {
        Optional<String> none = Optional.empty();
        assertThat(problem(open.establish(none, UNPROVEN, "red", "secret")))
                .startsWith(
                        "the guest claims to be 'red' from another machine, which nothing proves");
        assertThat(open.establish(none, UNPROVEN, "", "")).isEqualTo(new Established("default"));
        assertThat(open.establish(none, UNPROVEN, "default", ""))
                .isEqualTo(new Established("default"));
        assertThat(vm(byToken.establish(none, UNPROVEN, "red", "secret"))).isEqualTo("red");
    }

    @Test
    void shouldRefuseNamesThatCouldForgeLogs() {
        assertThat(problem(claim(open, "red\nblue", "")))
                .contains("not a valid name of a VM")
                .doesNotContain("\n");
    }

    @Test
    void shouldProveAVmByItsOwnTokenOnly() {
        assertThat(vm(claim(byToken, "red", "secret"))).isEqualTo("red");
        assertThat(problem(claim(byToken, "red", "secret "))).contains("'red'");
    }

    @Test
    void shouldNotTakeAnEmptyTokenForAnUnknownVm() {
        assertThat(problem(claim(byToken, "green", ""))).contains("'green'");
        assertThat(problem(claim(byToken, "", ""))).as("nor its default").contains("'default'");
    }

    @Test
    void shouldLetAGuestOfAListenerClaimItsOwnVmOrNone() {
        Optional<String> blue = Optional.of("blue");
        assertThat(byToken.establish(blue, UNPROVEN, "", "")).isEqualTo(new Established("blue"));
        assertThat(byToken.establish(blue, UNPROVEN, "blue", ""))
                .isEqualTo(new Established("blue"));
        assertThat(problem(byToken.establish(blue, UNPROVEN, "red", "secret")))
                .contains("is for VM 'blue'");
    }

    private static Identity.Claim certified(PeerRole role, Optional<String> listener, String vm) {
        Certified holder = new Certified(role, "red", "17");
        return identity(Mode.TOKEN, Map.of()).establish(listener, holder, vm, "");
    }

    @Test
    void shouldKnowAGuestByItsCertificateWhateverItClaims() {
        assertThat(certified(PeerRole.VM, Optional.empty(), "")).isEqualTo(new Established("red"));
        assertThat(certified(PeerRole.VM, Optional.empty(), "red"))
                .isEqualTo(new Established("red"));
        assertThat(problem(certified(PeerRole.VM, Optional.empty(), "blue")))
                .isEqualTo(
                        "the certificate is that of VM 'red', but the guest claims to be 'blue';"
                                + " open the session as 'red' or claim no VM");
    }

    @Test
    void shouldRefuseACertificateAtTheAddressOfAnotherVm() {
        assertThat(problem(certified(PeerRole.VM, Optional.of("blue"), "")))
                .isEqualTo(
                        "this address is for VM 'blue', and the certificate is that of VM 'red';"
                                + " connect to another address");
    }

    @Test
    void shouldTakeNoCertificateOfAnotherRoleForThatOfAVm() {
        assertThat(problem(certified(PeerRole.ROUTER, Optional.empty(), "red")))
                .contains("that of router 'red'; a guest needs one with the role vm");
    }

    @Test
    void shouldKnowAGuestByItsUser() {
        LocalUser user = new LocalUser(1001);
        assertThat(byToken.establish(Optional.empty(), user, "", ""))
                .isEqualTo(new Established("blue"));
        assertThat(problem(open.establish(Optional.empty(), user, "red", "")))
                .startsWith("user 1001 belongs to VM 'blue', but the guest claims to be 'red'");
        assertThat(open.establish(Optional.empty(), new LocalUser(1002), "red", ""))
                .isEqualTo(new Established("red"));
    }

    @Test
    void shouldTakeAConfiguredHashForItsToken() {
        Identity hashed = identity(Mode.TOKEN, Map.of("red", HashedToken.hash("secret")));
        assertThat(vm(claim(hashed, "red", "secret"))).isEqualTo("red");
        assertThat(problem(claim(hashed, "red", HashedToken.hash("secret"))))
                .as("the hash itself is no token")
                .contains("'red'");
    }

    @Test
    void shouldTellAMissingTokenFromAWrongOne() {
        assertThat(problem(claim(byToken, "blue", "")))
                .startsWith("no token was given to prove that the guest is of VM 'blue'");
        assertThat(problem(claim(byToken, "blue", "wrong")))
                .startsWith("the token does not prove that the guest is of VM 'blue'");
    }

    @Test
    void shouldWithdrawATokenThatOtherSettingsDoNotHave() {
        HashedToken token = new HashedToken("red", HashedToken.hash("secret"), Instant.MAX);
        assertThat(byToken.isWithdrawn(token)).isFalse();
        byToken.use(config(Mode.TOKEN, Map.of("red", "other", "blue", "secret")));
        assertThat(byToken.isWithdrawn(token)).isTrue();
        assertThat(problem(claim(byToken, "red", "secret"))).contains("'red'");
        assertThat(vm(claim(byToken, "blue", "secret"))).isEqualTo("blue");
    }
}
