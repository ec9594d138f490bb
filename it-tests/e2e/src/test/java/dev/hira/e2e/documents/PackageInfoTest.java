package dev.hira.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation of each large package says in which order to read its types. */
final class PackageInfoTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    /** A package of more types is not read in the order of its file list. */
    private static final int FEW = 12;

    private static final Pattern ORDER =
            Pattern.compile("(?s)(?:Reading order|Read next):(.*?)(?:<p>|\\*/)");

    /** Words in several humps; links and code before the name do not matter. */
    private static final Pattern TYPE = Pattern.compile("\\b[A-Z][a-z0-9]+[A-Z]\\w*");

    @Test
    void shouldSayInWhichOrderToReadTheTypesOfLargePackages() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<Path> packages = largePackages();
        for (Path folder : packages) {
            Matcher order = ORDER.matcher(Files.readString(folder.resolve("package-info.java")));
            if (!order.find()) {
                wrong.add(ROOT.relativize(folder) + " has no reading order");
                continue;
            }
            TYPE.matcher(order.group(1))
                    .results()
                    .map(found -> found.group())
                    .filter(name -> !Files.exists(folder.resolve(name + ".java")))
                    .forEach(name -> wrong.add(ROOT.relativize(folder) + " has no " + name));
        }
        assertThat(packages).isNotEmpty();
        assertThat(wrong).isEmpty();
    }

    private static List<Path> largePackages() throws IOException {
        return SourceFiles.below(ROOT).stream()
                .filter(file -> file.endsWith("package-info.java"))
                .map(Path::getParent)
                .filter(folder -> folder.toString().contains("/src/main/java/"))
                .filter(folder -> count(folder) > FEW)
                .toList();
    }

    private static long count(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).count() - 1;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
