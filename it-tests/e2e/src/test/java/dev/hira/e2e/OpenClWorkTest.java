package dev.hira.e2e;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.dispatch.CudaDispatcher;
import dev.hira.api.opencl.catalog.OpenClCatalog;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import dev.hira.server.dispatch.Dispatcher;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The description of OpenCL says {@code work} for exactly the functions that travel and whose
 * implementation calls a function of CUDA with {@code work}.
 */
@AnalyzeClasses(
        packages = "dev.hira.sim.opencl",
        importOptions = ImportOption.DoNotIncludeTests.class)
final class OpenClWorkTest {
    @ArchTest
    static void functionsThatGiveWorkSaySo(JavaClasses classes) {
        Catalog catalog = new OpenClCatalog();
        Set<String> described = new TreeSet<>();
        Set<String> travels = new HashSet<>();
        for (int id = 0; id <= catalog.maxFunction(); id++) {
            FunctionRow row = catalog.row(id);
            if (row != null) {
                travels.add(row.name());
                if (row.work()) {
                    described.add(row.name());
                }
            }
        }
        Set<String> implemented = implementedWithWork(classes);
        implemented.retainAll(travels);
        assertThat(implemented).isNotEmpty().isEqualTo(described);
    }

    private static Set<String> implementedWithWork(JavaClasses classes) {
        Set<String> entries = withWork(new CudaDispatcher());
        Deque<JavaCodeUnit> open = new ArrayDeque<>();
        for (JavaClass each : classes) {
            each.getAccessesFromSelf().stream()
                    .filter(access ->
                            access.getTargetOwner().isEquivalentTo(CudaDriver.class)
                                    && entries.contains(access.getName().replaceFirst("As$", "")))
                    .map(JavaAccess::getOrigin)
                    .forEach(open::add);
        }
        Set<JavaCodeUnit> seen = new HashSet<>(open);
        Set<String> functions = new TreeSet<>();
        while (!open.isEmpty()) {
            JavaCodeUnit reached = open.remove();
            functions.add(reached.getName().replaceFirst("As$", ""));
            reached.getAccessesToSelf().stream()
                    .map(JavaAccess::getOrigin)
                    .filter(seen::add)
                    .forEach(open::add);
        }
        return functions;
    }

    private static Set<String> withWork(Dispatcher<?> dispatcher) {
        String[] names = dispatcher.names();
        return IntStream.range(0, names.length)
                .filter(dispatcher::givesWork)
                .mapToObj(function -> names[function])
                .collect(toCollection(TreeSet::new));
    }
}
