package dev.hira.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.tls.HashedToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that tokens of a file can be replaced while the router runs. */
final class TokenFileTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(3600);

    @TempDir Path folder;
    private Path file;
    private TokenFile tokens;

    @BeforeEach
    void start() {
        file = folder.resolve("tokens");
        tokens = new TokenFile(file);
    }

    private static HashedToken token(String vm, String token, Instant until) {
        return new HashedToken(vm, HashedToken.hash(token), until);
    }

    /** Replaces the file, as the command line does. */
    private void write(HashedToken... all) throws IOException {
        String text =
                Arrays.stream(all)
                        .map(HashedToken::line)
                        .collect(Collectors.joining("\n", "", "\n"));
        Path fresh = Files.writeString(folder.resolve("fresh"), text);
        Files.deleteIfExists(file);
        Files.move(fresh, file);
    }

    private boolean proves(String vm, String token) {
        return tokens.proof(vm, token, NOW).isPresent();
    }

    @Test
    void shouldTakeTheOldAndTheNewTokenWhileBothAreThere() throws IOException {
        write(token("red", "old", LATER));
        assertThat(proves("red", "old")).isTrue();
        assertThat(proves("red", "new")).isFalse();
        write(token("red", "old", LATER), token("red", "new", LATER));
        assertThat(proves("red", "old")).isTrue();
        assertThat(proves("red", "new")).isTrue();
        write(token("red", "new", LATER), token("green", "other", LATER));
        assertThat(proves("red", "old")).isFalse();
        assertThat(proves("red", "new")).isTrue();
    }

    @Test
    void shouldTakeATokenForItsOwnVmAndItsOwnTimeOnly() throws IOException {
        write(token("red", "one", LATER), token("blue", "two", NOW));
        assertThat(proves("blue", "one")).isFalse();
        assertThat(proves("blue", "two")).as("expired").isFalse();
        assertThat(tokens.has("one", NOW)).isTrue();
        assertThat(tokens.has("two", NOW)).isFalse();
    }

    @Test
    void shouldTellATokenThatWasRemovedFromOneThatHasExpired() throws IOException {
        HashedToken removed = token("red", "one", LATER);
        HashedToken expired = token("red", "two", NOW);
        write(removed, expired);
        assertThat(tokens.isWithdrawn(removed, NOW)).isFalse();
        write(token("blue", "one", LATER));
        assertThat(tokens.isWithdrawn(removed, NOW)).isTrue();
        assertThat(tokens.isWithdrawn(expired, NOW)).isFalse();
    }

    @Test
    void shouldWithdrawNoTokenOfAFileThatIsGone() throws IOException {
        HashedToken one = token("red", "one", LATER);
        write(one);
        assertThat(proves("red", "one")).isTrue();
        Files.delete(file);
        assertThat(tokens.isWithdrawn(one, NOW)).isFalse();
    }

    @Test
    void shouldTakeNoneWithoutAFileAndKeepThoseOfAFileThatIsGone() throws IOException {
        assertThat(proves("red", "one")).isFalse();
        write(token("red", "one", LATER));
        assertThat(proves("red", "one")).isTrue();
        Files.delete(file);
        assertThat(proves("red", "one")).isTrue();
    }

    @Test
    void shouldPassOverLinesOfAnotherForm() throws IOException {
        String good = token("red", "one", LATER).line();
        Files.writeString(file, "# tokens\n\nred one\nred sha256:12 never\n" + good + "\n");
        assertThat(proves("red", "one")).isTrue();
        assertThat(Files.readString(file)).as("at rest").contains("sha256:");
    }
}
