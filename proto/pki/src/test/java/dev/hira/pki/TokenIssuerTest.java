package dev.hira.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.base.tls.HashedToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the file of tokens. */
final class TokenIssuerTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(3600);

    @TempDir Path folder;

    private List<HashedToken> tokens() throws Exception {
        return Files.readAllLines(folder.resolve("tokens")).stream()
                .flatMap(line -> HashedToken.parse(line).stream())
                .toList();
    }

    @Test
    void shouldKeepOnlyTheHashOfAToken() throws Exception {
        TokenIssuer issuer = new TokenIssuer(folder.resolve("tokens"));
        String token = issuer.issue("red", NOW, LATER, false);
        assertThat(folder.resolve("tokens")).content().doesNotContain(token);
        assertThat(tokens()).singleElement().matches(kept -> kept.isHashOf(token));
        assertThat(Files.getPosixFilePermissions(folder.resolve("tokens"))).hasSize(2);
    }

    @Test
    void shouldReplaceTokensAtOnceOrLetThemExpire() throws Exception {
        TokenIssuer issuer = new TokenIssuer(folder.resolve("tokens"));
        issuer.issue("red", NOW, LATER, false);
        issuer.issue("blue", NOW, LATER, false);
        issuer.issue("red", NOW, LATER.plusSeconds(1), false);
        assertThat(tokens()).extracting(HashedToken::vm).containsExactly("red", "blue", "red");
        issuer.issue("red", NOW, LATER, true);
        assertThat(tokens()).extracting(HashedToken::vm).containsExactly("blue", "red");
        issuer.issue("green", LATER, LATER.plusSeconds(1), false);
        assertThat(tokens()).extracting(HashedToken::vm).containsExactly("green");
        assertThatThrownBy(() -> issuer.issue("a b", NOW, LATER, false))
                .hasMessageContaining("the VM 'a b' cannot stand in a file of tokens");
    }

    @Test
    void shouldRevokeAllTokensOfAVm() throws Exception {
        TokenIssuer issuer = new TokenIssuer(folder.resolve("tokens"));
        issuer.issue("red", NOW, LATER, false);
        issuer.issue("blue", NOW, LATER, false);
        issuer.issue("red", NOW, LATER, false);
        assertThat(issuer.revoke("red")).isEqualTo(2);
        assertThat(tokens()).extracting(HashedToken::vm).containsExactly("blue");
        assertThatThrownBy(() -> issuer.revoke("red"))
                .hasMessageContaining("has no token of the VM 'red'");
    }
}
