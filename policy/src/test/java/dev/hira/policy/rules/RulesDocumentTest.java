package dev.hira.policy.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples in docs/rules.md compile, and the document lists all names. */
final class RulesDocumentTest {
    private static final List<String> RESOURCES = List.of("calls", "device_memory");

    private static String document() throws IOException {
        return Files.readString(Path.of("..", "docs", "rules.md"));
    }

    @Test
    void shouldAcceptEveryExample() throws IOException {
        List<RuleCompilation> compiled = new ArrayList<>();
        var blocks = Pattern.compile("```rules\n(.*?)```", Pattern.DOTALL).matcher(document());
        while (blocks.find()) {
            compiled.add(RuleSet.compile(blocks.group(1), RESOURCES));
        }
        assertThat(compiled)
                .isNotEmpty()
                .allMatch(RuleCompilation.Accepted.class::isInstance, "is accepted");
    }

    @Test
    void shouldNameEveryName() throws IOException {
        String text = document();
        var vocabulary = new RuleVocabulary(RESOURCES);
        assertThat(Stream.of(RuleHook.values()).flatMap(h -> vocabulary.names(h).stream()))
                .extracting(RuleName::name)
                .map(name -> name.replaceFirst("\\.(calls|device_memory)$", ".RESOURCE"))
                .allMatch(text::contains, "is in docs/rules.md");
    }
}
