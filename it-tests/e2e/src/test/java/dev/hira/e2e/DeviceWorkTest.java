package dev.hira.e2e;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.dispatch.CudaDispatcher;
import dev.hira.sim.driver.object.Submission;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The description says {@code work} for exactly the functions whose implementation gives work to an
 * engine. Without {@code work} the gate does not judge a command, and its device time is charged to
 * no VM.
 */
@AnalyzeClasses(
        packages = "dev.hira.sim.driver",
        importOptions = ImportOption.DoNotIncludeTests.class)
final class DeviceWorkTest {
    /** The methods through which all work of a call reaches an engine and its VM's account. */
    private static final Set<String> ENTRIES = Set.of("queueWork", "tryHere");

    @ArchTest
    static void functionsThatGiveWorkSaySo(JavaClasses classes) {
        Set<String> implemented = implementedWithWork(classes);
        Set<String> described = describedWithWork();
        assertThat(implemented).isNotEmpty();
        assertThat(difference(implemented, described))
                .as("functions that give work to an engine: add work and consumes in cuda.proto")
                .isEmpty();
        assertThat(difference(described, implemented))
                .as("functions that give no work to an engine: remove work in cuda.proto")
                .isEmpty();
    }

    private static Set<String> difference(Set<String> some, Set<String> others) {
        Set<String> rest = new TreeSet<>(some);
        rest.removeAll(others);
        return rest;
    }

    private static Set<String> describedWithWork() {
        CudaDispatcher dispatcher = new CudaDispatcher();
        String[] names = dispatcher.names();
        return IntStream.range(0, names.length)
                .filter(dispatcher::givesWork)
                .mapToObj(function -> names[function])
                .collect(toCollection(TreeSet::new));
    }

    /** Walks from the entries to all their callers in the driver. */
    private static Set<String> implementedWithWork(JavaClasses classes) {
        Deque<JavaCodeUnit> open = new ArrayDeque<>();
        classes.get(Submission.class).getMethods().stream()
                .filter(method -> ENTRIES.contains(method.getName()))
                .forEach(open::add);
        assertThat(open).hasSameSizeAs(ENTRIES);
        Set<JavaCodeUnit> seen = new HashSet<>(open);
        Set<String> functions = new TreeSet<>();
        while (!open.isEmpty()) {
            JavaCodeUnit reached = open.remove();
            if (isFunction(reached)) {
                functions.add(functionName(reached));
            }
            callers(reached).filter(seen::add).forEach(open::add);
        }
        return functions;
    }

    /** Returns the callers of a method, also those that call it by the type that declares it. */
    private static Stream<JavaCodeUnit> callers(JavaCodeUnit called) {
        return Stream.concat(Stream.of(called), overridden(called))
                .flatMap(unit -> unit.getAccessesToSelf().stream())
                .map(access -> access.getOrigin());
    }

    private static Stream<JavaMethod> overridden(JavaCodeUnit called) {
        JavaClass owner = called.getOwner();
        List<JavaClass> parameters = called.getRawParameterTypes();
        return Stream.concat(
                        owner.getAllRawSuperclasses().stream(),
                        owner.getAllRawInterfaces().stream())
                .flatMap(type -> type.getMethods().stream())
                .filter(method ->
                        method.getName().equals(called.getName())
                                && method.getRawParameterTypes().equals(parameters));
    }

    private static boolean isFunction(JavaCodeUnit unit) {
        return unit.getOwner().isAssignableTo(CudaDriver.class) && unit.getName().startsWith("cu");
    }

    /** The suffix belongs to the form of a method that is given the name of the new object. */
    private static String functionName(JavaCodeUnit function) {
        return function.getName().replaceFirst("As$", "");
    }
}
