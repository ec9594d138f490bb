package dev.hira.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command in the blocks of code of README and {@code docs/} does what it says when it is
 * pasted. {@code ./hira test --documents} runs this class, the ordinary tests do not: each command
 * is a process. Words that stand for something else, such as {@code VM} and {@code FILE}, are
 * replaced before.
 */
final class PastedCommands {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Pattern READ = Pattern.compile("README\\.md|docs/[^/]*");

    private static final Pattern COMMAND =
            Pattern.compile("(\\w+=\\S+ )*(\\./hira|\\./mvnw|javac?|docker|podman|export) .*");

    /** What other tests run, and which. */
    private static final Map<String, String> ELSEWHERE =
            Map.of(
                    "./hira (test|images).*", "continuous integration",
                    "(docker|podman) .*", "it-tests/containers",
                    "./hira publish .*", "ExampleProjectTest",
                    "./mvnw -f guestlib/example .*", "ExampleProjectTest",
                    ".*saxpy.jar 3", "ExampleProjectTest",
                    "./hira (up|down)", "UpAndDownTest",
                    "./hira run .*", "NativeProgramsTest",
                    "java -XX:AOTCache.*", "CacheRecording, with a program of its own");

    /** Commands that serve until somebody ends them. */
    private static final Pattern SERVING =
            Pattern.compile("(?:\\w+=\\S+ )*\\./hira (router|api-server) (?!.*--check).*");

    /** Commands that show something until somebody ends them. */
    private static final Pattern WATCHING = Pattern.compile("\\./hira (top|events).*");

    /** Words of the documents that stand for something else. */
    private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("\\[(--to SERVER/DEVICE|--on EARLIER)\\]", "");
        MEANINGS.put("SERVER/DEVICE", "server1/0");
        MEANINGS.put("FILE --on EARLIER", "blue.increment --on blue.checkpoint");
        MEANINGS.put("\\bFILE\\b", "blue.checkpoint");
        MEANINGS.put("\\bVM\\b", "blue");
        MEANINGS.put(" …", " ");
        // Its verdict on shares depends on what else the machine does.
        MEANINGS.put("\\./hira demo", "./hira demo || ./hira demo");
    }

    /** What has to be so before a command. */
    private static final Map<String, String> BEFORE =
            Map.of(
                    // It would ask, and there is no terminal for an answer.
                    "./hira apply -f policy.conf", "./hira export > policy.conf",
                    "./hira vm migrate .*", "./hira vm migrate hello --to server/0",
                    "./hira vm suspend .*", "./hira vm resume blue",
                    "./hira vm resume .*", "./hira vm suspend blue",
                    "./hira vm checkpoint .*--on.*",
                            "rm -f blue.checkpoint blue.increment; ./hira vm checkpoint blue blue.checkpoint",
                    "./hira vm checkpoint blue [^-]*", "rm -f blue.checkpoint",
                    "./hira vm restore .*",
                            "./hira vm suspend blue; rm -f blue.checkpoint; ./hira vm checkpoint blue blue.checkpoint");

    /** What a command prints, where the document says so. */
    private static final Map<String, String> PRINTS =
            Map.of(
                    ".* Hello", "Hira Default: 3.0 3.0",
                    ".* Scale|.* Roots", "[10.0, 20.0, 30.0]",
                    "./hira demo.*", "result: OK");

    @TempDir private static Path folder;
    private static ReaderFolder reader;

    @BeforeAll
    static void startStack() throws IOException {
        reader = new ReaderFolder(folder, ROOT);
        reader.write("Hello.java", block("README.md", "public class Hello"));
        reader.write("Roots.java", block("docs/opencl.md", "public class Roots"));
        reader.write("Scale.java", block("docs/sources.md", "public class Scale"));
        reader.write("policy.conf", block("docs/apply.md", "policy {"));
        reader.write("fair.rules", block("docs/rules.md", "counter spent"));
        reader.write("router.conf", "hira.router { limits.lanes = 64 }\n");
        reader.write("server.conf", "hira.server { name = server }\n");
        reader.write(
                "saxpy.cu",
                """
                extern "C" __global__ void saxpy(int n, float a, float* x, float* y) {
                  int i = blockIdx.x * blockDim.x + threadIdx.x;
                  if (i < n) y[i] += a * x[i];
                }
                """);
        reader.write("weights.h", "#define WEIGHT 0.5f\n");
        reader.write(
                "blur.cl",
                """
                #include "weights.h"
                kernel void blur(global float* x) {
                  x[get_global_id(0)] *= WEIGHT * RADIUS;
                }
                """);
        reader.fillHistory();
    }

    @AfterAll
    static void stopStack() throws Exception {
        reader.end();
    }

    /** Returns the block of code in a document that has a text. */
    private static String block(String document, String text) {
        StringBuilder block = new StringBuilder();
        for (Document.Line line : Document.read(ROOT, ROOT.resolve(document)).lines()) {
            boolean fence = line.text().startsWith("```");
            boolean inside = line.code() || (line.text().isBlank() && !block.isEmpty());
            if (fence || !inside) {
                if (block.indexOf(text) >= 0) {
                    return block.toString();
                }
                block.setLength(0);
            } else {
                block.append(line.text()).append('\n');
            }
        }
        throw new IllegalStateException(document + " has no block of code with '" + text + "'");
    }

    @TestFactory
    Stream<DynamicContainer> everyCommandShouldWork() {
        return Document.below(ROOT).stream()
                .filter(document -> READ.matcher(document.path().toString()).matches())
                .sorted(Comparator.comparing(Document::path))
                .map(document ->
                        DynamicContainer.dynamicContainer(
                                document.path().toString(),
                                Stream.concat(
                                        tests(document),
                                        Stream.of(
                                                DynamicTest.dynamicTest(
                                                        "ends what serves", reader::endServing)))));
    }

    private static Stream<DynamicTest> tests(Document document) {
        return document.commandLines().stream()
                .filter(line -> line.code() && line.language().isEmpty())
                .filter(line -> isTried(command(line)))
                .map(line ->
                        DynamicTest.dynamicTest(
                                line.number() + ": " + command(line),
                                () -> shouldWork(command(line))));
    }

    private static boolean isTried(String command) {
        return COMMAND.matcher(command).matches() && matching(ELSEWHERE, command) == null;
    }

    /** Returns a command without its comment. */
    private static String command(Document.Line line) {
        return line.text().strip().replaceFirst("\\s+# .*", "");
    }

    private static @Nullable String matching(Map<String, String> table, String command) {
        return table.entrySet().stream()
                .filter(entry -> command.matches(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static void shouldWork(String pasted) throws Exception {
        String command = pasted;
        for (Map.Entry<String, String> meaning : MEANINGS.entrySet()) {
            command =
                    command.replaceAll(
                            meaning.getKey(), Matcher.quoteReplacement(meaning.getValue()));
        }
        ReaderFolder.Ended ended;
        Matcher serving = SERVING.matcher(command);
        if (serving.matches()) {
            ended = reader.serve(serving.group(1), withAddresses(command));
        } else if (WATCHING.matcher(command).matches()) {
            ended = reader.run("timeout -s INT 4 " + command + "; [ $? = 124 ] || [ $? = 0 ]");
        } else {
            String before = matching(BEFORE, command);
            if (before != null) {
                reader.run(before);
            }
            ended = reader.run(command);
        }
        assertThat(ended.status()).as("%s\n%s", command, ended.output()).isZero();
        assertThat(ended.output()).doesNotContain("Exception in", "\tat dev.hira");
        String prints = matching(PRINTS, command);
        if (prints != null) {
            assertThat(ended.output()).contains(prints);
        }
    }

    /** Adds addresses of its own to a command that serves at the usual ones. */
    private static String withAddresses(String command) {
        String name =
                "hira+unix://"
                        + folder.resolve("other")
                                .resolve("s" + Integer.toHexString(command.hashCode()));
        String with =
                command.replace("/tmp/hira.sock", "/tmp/hira2.sock")
                        .replace("/tmp/hira-admin.sock", "/tmp/hira-admin2.sock");
        if (!with.contains("--listen")) {
            with += " --listen " + name;
        }
        if (with.contains("./hira router") && !with.contains("--admin")) {
            with += " --admin " + name + "a";
        }
        return with;
    }
}
