package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlainTextTest {
    @Test
    void shouldNotChangePlainText() {
        assertThat(PlainText.of("für immer — 5 µs", 100)).isEqualTo("für immer — 5 µs");
    }

    @Test
    void shouldLetNoTextForgeALineOrCommandATerminal() {
        assertThat(PlainText.of("a\n2026 ERROR fake\r\u001b[2J\u0085\u2028\u202e", 100))
                .isEqualTo("a?2026 ERROR fake??[2J???");
    }

    @Test
    void shouldTellPlainTextFromOther() {
        assertThat(PlainText.isPlain("für immer — 5 µs")).isTrue();
        assertThat(PlainText.isPlain("a\tb")).isFalse();
        assertThat(PlainText.isPlain("half a \ud83d character")).isFalse();
    }

    @Test
    void shouldReplaceCharactersOfTwoUnits() {
        String tag = Character.toString(0xE0041); // invisible, and a format character
        assertThat(PlainText.isPlain("a" + tag)).isFalse();
        assertThat(PlainText.of("a" + tag + "b", 100)).isEqualTo("a?b");
        assertThat(PlainText.of("a😀b", 100)).isEqualTo("a😀b");
    }

    @Test
    void shouldAddAnEllipsisToTextThatIsCut() {
        assertThat(PlainText.of("abcd", 4)).isEqualTo("abcd");
        assertThat(PlainText.of("abcde", 4)).isEqualTo("abcd…");
    }

    @Test
    void shouldCutBetweenCharacters() {
        assertThat(PlainText.of("abc😀", 3)).isEqualTo("abc…");
        assertThat(PlainText.of("abc😀", 4)).isEqualTo("abc…");
        assertThat(PlainText.of("abc😀", 5)).isEqualTo("abc😀");
    }
}
