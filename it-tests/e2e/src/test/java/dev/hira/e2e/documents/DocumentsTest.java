package dev.hira.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every statement of the documents that a program can check is true of the tree. */
final class DocumentsTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final List<Document> DOCUMENTS = Document.below(ROOT);
    private static final int COLUMNS = 120;

    /** Words in several humps, such as {@code CudaDriver}, with the name of a member after them. */
    private static final Pattern TYPE =
            Pattern.compile("([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?:[.(#<].*)?");

    private static final Pattern QUALIFIED =
            Pattern.compile("\\b(dev\\.hira(?:\\.[a-z]\\w*)*(?:\\.[A-Z]\\w*)?)");
    private static final Pattern SUFFIX = Pattern.compile("\\*([A-Z][A-Za-z]+)");

    /** Types of other libraries, and names that an example declares. */
    private static final Set<String> OTHERS =
            Set.of("ByteCount", "CalcDriver", "CodedInputStream", "RateLimiter");

    /** The beginnings of names that the example of docs/lapis.md and docs/how-to declares. */
    private static final List<String> EXAMPLE = List.of("dev.hira.api.calc", "dev.hira.guest.calc");

    /** Applies a check to each line and collects its findings, with their places. */
    private static void forEachLine(
            List<String> wrong,
            Function<Document, List<Document.Line>> lines,
            BiConsumer<Document.Line, List<String>> check) {
        for (Document document : DOCUMENTS) {
            for (Document.Line line : lines.apply(document)) {
                List<String> found = new ArrayList<>();
                check.accept(line, found);
                String place = document.path() + ":" + line.number() + ": ";
                found.forEach(text -> wrong.add(place + text));
            }
        }
    }

    private static void assertNothingWrong(BiConsumer<Document.Line, List<String>> check) {
        assertNothingWrong(Document::lines, check);
    }

    private static void assertNothingWrong(
            Function<Document, List<Document.Line>> lines,
            BiConsumer<Document.Line, List<String>> check) {
        List<String> wrong = new ArrayList<>();
        forEachLine(wrong, lines, check);
        assertThat(DOCUMENTS).isNotEmpty();
        assertThat(wrong).isEmpty();
    }

    @Test
    void shouldLinkToFilesAndHeadingsThatExist() {
        List<String> wrong = new ArrayList<>();
        for (Document document : DOCUMENTS) {
            for (Document.Line line : document.lines()) {
                for (String link : line.links()) {
                    if (!link.contains(":") && !resolves(document, link)) {
                        wrong.add(document.path() + ":" + line.number() + ": " + link);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean resolves(Document document, String link) {
        String[] parts = link.split("#", 2);
        Path source = ROOT.resolve(document.path());
        Path target = parts[0].isEmpty() ? source : source.resolveSibling(parts[0]).normalize();
        if (parts.length == 1 || !target.toString().endsWith(".md")) {
            return Files.exists(target);
        }
        return Files.exists(target) && Document.read(ROOT, target).anchors().contains(parts[1]);
    }

    @Test
    void shouldKeepProseWithin120Columns() {
        assertNothingWrong((line, wrong) -> {
            int length = line.text().codePointCount(0, line.text().length());
            if (length > COLUMNS && !line.code() && !line.isTableRow()) {
                wrong.add(length + " columns");
            }
        });
    }

    @Test
    void shouldNameCommandsAndOptionsThatExist() throws IOException {
        HiraCommands commands = new HiraCommands(ROOT);
        assertNothingWrong(
                Document::commandLines,
                (line, wrong) ->
                        line.commands().forEach(code -> wrong.addAll(commands.mistakes(code))));
    }

    @Test
    void shouldCallMavenWithModulesTestsAndGoalsThatExist() throws IOException {
        MavenCommands maven = new MavenCommands(ROOT);
        assertNothingWrong(
                Document::commandLines,
                (line, wrong) ->
                        line.commands().forEach(code -> wrong.addAll(maven.mistakes(code))));
    }

    @Test
    void shouldFindMistakesInCallsOfMaven() throws IOException {
        MavenCommands maven = new MavenCommands(ROOT);
        assertThat(maven.mistakes("./mvnw -Dfast -pl policy -am -Dtest='DocumentsTest' verify"))
                .isEmpty();
        assertThat(maven.mistakes("./mvnw -pl nowhere -Dtest=NoTest -Dno.such=1 -am"))
                .containsExactly(
                        "there is no module nowhere",
                        "there is no test NoTest",
                        "nothing reads the property no.such",
                        "./mvnw has no goal in: -pl nowhere -Dtest=NoTest -Dno.such=1 -am");
        assertThat(maven.mistakes("./mvnw -Z spotless:aply"))
                .containsExactly("there is no option -Z", "there is no goal spotless:aply");
    }

    @Test
    void shouldNameTypesAndPackagesThatExist() throws IOException {
        SourceNames names = SourceNames.of(ROOT);
        assertNothingWrong((line, wrong) -> {
            for (String code : line.inlineCode()) {
                Matcher type = TYPE.matcher(code);
                if (type.matches()
                        && !OTHERS.contains(type.group(1))
                        && !names.hasType(type.group(1))) {
                    wrong.add("there is no type " + type.group(1));
                }
                QUALIFIED
                        .matcher(code)
                        .results()
                        .map(found -> found.group(1))
                        .filter(name -> EXAMPLE.stream().noneMatch(name::startsWith))
                        .filter(name -> !names.hasQualified(name))
                        .forEach(name -> wrong.add("there is no " + name));
                Matcher suffix = SUFFIX.matcher(code);
                if (suffix.matches() && !names.hasTypeEndingIn(suffix.group(1))) {
                    wrong.add("no type's name ends in " + suffix.group(1));
                }
            }
        });
    }
}
