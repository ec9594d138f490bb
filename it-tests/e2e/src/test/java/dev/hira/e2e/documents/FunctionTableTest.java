package dev.hira.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of subjects in docs/how-to/function.md agrees with the description and the code. */
final class FunctionTableTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path DESCRIPTION = ROOT.resolve("proto/api/src/main/proto/hira/api/cuda");
    private static final Path INTERFACES =
            ROOT.resolve("device-sim/gpu/src/main/java/dev/hira/sim/driver");
    private static final Path SUITES =
            ROOT.resolve("it-tests/e2e/src/test/java/dev/hira/e2e/conformance");

    private static final Pattern HEADING = Pattern.compile(" *// -{10,} (.+)");
    private static final Pattern RPC = Pattern.compile(" *rpc (\\w+)\\((\\w+)\\).*");
    private static final Pattern ID = Pattern.compile(".*\\bid: (\\d+).*");
    private static final Pattern RANGE = Pattern.compile("(\\d+)–(\\d+)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** A row of the table: a subject and the places of its functions. */
    private record Subject(
            String heading,
            List<MatchResult> numbers,
            List<String> messages,
            List<String> interfaces,
            List<String> suites) {
        boolean hasNumber(int id) {
            return numbers.stream()
                    .anyMatch(range ->
                            Integer.parseInt(range.group(1)) <= id
                                    && id <= Integer.parseInt(range.group(2)));
        }
    }

    /** A function as cuda.proto describes it. */
    private record Function(String heading, String name, String request, int id) {}

    private static List<Subject> subjects() {
        Document document = Document.read(ROOT, ROOT.resolve("docs/how-to/function.md"));
        List<Subject> subjects = new ArrayList<>();
        for (Document.Line line : document.lines()) {
            String[] cells = line.text().strip().split(" *\\| *");
            if (line.isTableRow() && cells.length == 6 && RANGE.matcher(cells[2]).find()) {
                List<MatchResult> numbers = RANGE.matcher(cells[2]).results().toList();
                subjects.add(
                        new Subject(
                                cells[1], numbers, code(cells[3]), code(cells[4]), code(cells[5])));
            }
        }
        return subjects;
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    private static List<Function> functions() throws IOException {
        List<Function> functions = new ArrayList<>();
        String heading = "";
        Matcher open = null;
        for (String line : Files.readAllLines(DESCRIPTION.resolve("cuda.proto"))) {
            Matcher title = HEADING.matcher(line);
            Matcher rpc = RPC.matcher(line);
            Matcher id = ID.matcher(line);
            if (title.matches()) {
                heading = title.group(1);
            } else if (rpc.matches()) {
                open = rpc;
            } else if (open != null && !heading.isEmpty() && id.matches()) {
                functions.add(
                        new Function(
                                heading,
                                open.group(1),
                                open.group(2),
                                Integer.parseInt(id.group(1))));
                open = null;
            } else if (line.equals("}")) {
                heading = "";
            }
        }
        return functions;
    }

    private static String text(Path folder, List<String> files, String ending) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String file : files) {
            text.append(Files.readString(folder.resolve(file + ending)));
        }
        return text.toString();
    }

    @Test
    void shouldListTheHeadingsOfTheDescriptionInTheirOrder() throws IOException {
        assertThat(subjects().stream().map(Subject::heading))
                .isNotEmpty()
                .containsExactlyElementsOf(
                        functions().stream().map(Function::heading).distinct().toList());
    }

    @Test
    void shouldGiveEachFunctionANumberOfItsSubject() throws IOException {
        assertThat(functions()).hasSizeGreaterThan(100);
        for (Function function : functions()) {
            assertThat(subjects().stream().filter(s -> s.hasNumber(function.id())))
                    .as(
                            "the subject of the number %d, which cuda.proto gives %s under the"
                                    + " heading '%s' (docs/how-to/function.md)",
                            function.id(), function.name(), function.heading())
                    .extracting(Subject::heading)
                    .containsExactly(function.heading());
        }
    }

    @Test
    void shouldNameTheFilesOfMessagesInterfacesAndSuites() throws IOException {
        for (Subject subject : subjects()) {
            String messages = text(DESCRIPTION, subject.messages(), "") + "message Nothing";
            String interfaces = text(INTERFACES, subject.interfaces(), ".java");
            String suites = text(SUITES, subject.suites(), ".java");
            List<Function> functions =
                    functions().stream()
                            .filter(function -> function.heading().equals(subject.heading()))
                            .toList();
            for (Function function : functions) {
                assertThat(messages).contains("message " + function.request());
                assertThat(interfaces).contains(" " + function.name());
            }
            assertThat(functions)
                    .as("functions that %s call", subject.suites())
                    .anyMatch(function -> suites.contains("cuda." + function.name()));
        }
    }
}
