package dev.hira.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
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
import java.util.ArrayList;
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

    /** What has keys that peers do not choose: names of operators, connections, digests. */
    private static final List<String> UNCHOSEN =
            List.of(ROOT + "router.operator.", ROOT + "link.", ROOT + "router.RevocationWatch");

    /** The methods of {@link SharedLongMap} that look at all values. */
    private static final Set<String> SCANS = Set.of("values", "removeIf");

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

    /**
     * What a call costs does not grow with the number of objects. A process has few contexts; moves
     * and ends of processes may look at everything.
     */
    @ArchTest
    static void noCallLooksAtAllObjects(JavaClasses classes) {
        assertThat(
                        classes.get(SharedLongMap.class).getAccessesToSelf().stream()
                                .filter(access -> SCANS.contains(access.getTarget().getName()))
                                .map(access -> access.getOrigin())
                                .filter(origin ->
                                        !origin.getOwner().isEquivalentTo(SharedLongMap.class))
                                .map(origin ->
                                        origin.getOwner().getSimpleName() + "." + origin.getName())
                                .distinct())
                .as("the methods that look at all objects of a process")
                .containsExactlyInAnyOrder(
                        "ProcessState.destroyContext",
                        "ProcessState.close",
                        "OpenClObjects.endLostCommands",
                        "QueueSaver.save",
                        "MovedMemory.chosen",
                        "StateSaver.<init>",
                        "StateTransfer.waitsInVain",
                        "StateTransfer.chosen");
    }

    /**
     * A hash table of Java finds keys of equal hash codes fast only if they have an order, and
     * peers can choose values of records with equal hash codes.
     */
    @ArchTest
    static void recordsThatAreKeysHaveAnOrder(JavaClasses classes) {
        List<JavaField> keyed = new ArrayList<>();
        for (JavaClass type : classes) {
            if (isReached(type) && UNCHOSEN.stream().noneMatch(type.getName()::startsWith)) {
                type.getFields().stream().filter(BudgetsTest::hasRecordsAsKeys).forEach(keyed::add);
            }
        }
        assertThat(keyed)
                .isNotEmpty()
                .allMatch(field -> key(field).isAssignableTo(Comparable.class));
    }

    private static boolean hasRecordsAsKeys(JavaField field) {
        return (field.getRawType().isAssignableTo(Map.class)
                        || field.getRawType().isAssignableTo(Set.class))
                && field.getType() instanceof JavaParameterizedType
                && key(field).isRecord();
    }

    /** Returns the type of the keys of a map, or of the elements of a set. */
    private static JavaClass key(JavaField field) {
        return ((JavaParameterizedType) field.getType())
                .getActualTypeArguments()
                .getFirst()
                .toErasure();
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
