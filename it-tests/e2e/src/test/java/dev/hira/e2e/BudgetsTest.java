package dev.hira.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import dev.hira.base.LongIntMap;
import dev.hira.base.LongMap;
import dev.hira.base.RecentKeys;
import dev.hira.base.SharedLongMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * Whatever grows by what peers send has a bound. In the packages that peers reach, each field that
 * can grow is listed under the limit that bounds it.
 *
 * <p>A field can grow if its type is a collection, a map, an executor or a builder. The test does
 * not see linked objects, arrays and atomics; nor records, whose values do not grow once they are
 * made.
 */
@AnalyzeClasses(packages = "dev.hira", importOptions = ImportOption.DoNotIncludeTests.class)
final class BudgetsTest {
    private static final String LIST = "growing-fields.txt";
    private static final String ROOT = "dev.hira.";

    /** The packages whose objects peers reach, by the names' beginnings. */
    private static final List<String> REACHED =
            List.of("router", "server", "link", "policy", "serving", "wire", "sim.compiler");

    private static final List<Class<?>> GROWING =
            List.of(
                    Map.class,
                    Collection.class,
                    Executor.class,
                    StringBuilder.class,
                    StringBuffer.class,
                    ByteArrayOutputStream.class,
                    BitSet.class,
                    LongMap.class,
                    LongIntMap.class,
                    SharedLongMap.class,
                    RecentKeys.class);

    @ArchTest
    static void fieldsThatGrowHaveABound(JavaClasses classes) throws IOException {
        Set<String> growing = new TreeSet<>();
        for (JavaClass type : classes) {
            if (isReached(type) && !type.isRecord()) {
                type.getFields().stream()
                        .filter(BudgetsTest::grows)
                        .forEach(field ->
                                growing.add(
                                        type.getName().substring(ROOT.length())
                                                + " "
                                                + field.getName()));
            }
        }
        assertThat(growing)
                .as("the fields that grow; %s lists them by what bounds them", LIST)
                .containsExactlyInAnyOrderElementsOf(listed());
    }

    /** Each field stands under a reason. */
    @ArchTest
    static void reasonsAreSentences(JavaClasses classes) throws IOException {
        assertThat(lines().filter(line -> !line.startsWith(" ") && !line.isEmpty()))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeGreaterThan(20).endsWith(":"));
        assertThat(lines().findFirst().orElseThrow()).doesNotStartWith(" ");
    }

    private static boolean isReached(JavaClass type) {
        String name = type.getPackageName() + ".";
        return !name.contains(".v1.") // the messages
                && REACHED.stream().anyMatch(part -> name.startsWith(ROOT + part + "."));
    }

    private static boolean grows(JavaField field) {
        if (field.getModifiers().contains(JavaModifier.STATIC)
                || field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
            return false;
        }
        Class<?> type = field.getRawType().reflect(); // the tests do not read the JDK's classes
        return GROWING.stream().anyMatch(growing -> growing.isAssignableFrom(type));
    }

    private static Set<String> listed() throws IOException {
        Set<String> all = new TreeSet<>();
        lines().filter(line -> line.startsWith(" "))
                .map(line -> line.strip().split(" ", -1))
                .forEach(words ->
                        Arrays.stream(words)
                                .skip(1)
                                .forEach(field ->
                                        assertThat(all.add(words[0] + " " + field))
                                                .as("%s %s is listed once", words[0], field)
                                                .isTrue()));
        return all;
    }

    private static Stream<String> lines() throws IOException {
        try (InputStream in = BudgetsTest.class.getResourceAsStream(LIST)) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), UTF_8)
                    .lines().filter(line -> !line.startsWith("#")).toList().stream();
        }
    }
}
