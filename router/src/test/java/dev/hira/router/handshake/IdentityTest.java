package dev.hira.router.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.config.AuthConfig;
import dev.hira.router.config.AuthConfig.Mode;
import dev.hira.router.handshake.Identity.Established;
import dev.hira.router.handshake.Identity.Forged;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class IdentityTest {
    private final Identity open = new Identity(new AuthConfig(Mode.OPEN, "default", Map.of()));
    private final Identity byToken =
            new Identity(new AuthConfig(Mode.TOKEN, "default", Map.of("red", "secret")));

    private static Identity.Claim claim(Identity identity, String vm, String token) {
        return identity.establish(Optional.empty(), vm, token);
    }

    private static String problem(Identity.Claim claim) {
        assertThat(claim).isInstanceOf(Forged.class);
        return ((Forged) claim).problem();
    }

    @Test
    void shouldTakeANameOfTheLongestAllowedLength() {
        assertThat(claim(open, "x".repeat(128), "")).isEqualTo(new Established("x".repeat(128)));
        assertThat(problem(claim(open, "x".repeat(129), ""))).contains("at most 128 characters");
    }

    @Test
    void shouldRefuseNamesThatCouldForgeLogs() {
        assertThat(problem(claim(open, "red\nblue", ""))).contains("no control characters");
    }

    @Test
    void shouldProveAVmByItsOwnTokenOnly() {
        assertThat(claim(byToken, "red", "secret")).isEqualTo(new Established("red"));
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
        assertThat(byToken.establish(blue, "", "")).isEqualTo(new Established("blue"));
        assertThat(byToken.establish(blue, "blue", "")).isEqualTo(new Established("blue"));
        assertThat(problem(byToken.establish(blue, "red", "secret"))).contains("is for VM 'blue'");
    }
}
