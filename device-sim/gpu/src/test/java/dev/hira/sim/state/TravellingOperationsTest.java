package dev.hira.sim.state;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.hira.sim.driver.object.KernelOperation;
import dev.hira.sim.engine.ActionOperation;
import dev.hira.sim.engine.ChannelOperation;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every operation that a stream can hold moves with its session. {@link QueueSaver} takes classes
 * that it does not know for work that cannot move: each move then waits for its end, and no other
 * test would fail.
 */
final class TravellingOperationsTest {
    /** Operations that stay: their actions are code of the process, which no record describes. */
    private static final Set<String> STAY = Set.of(ActionOperation.class.getName());

    private static Set<String> operations() {
        return new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.hira.sim.engine", "dev.hira.sim.driver")
                        .get(ChannelOperation.class)
                        .getAllSubclasses()
                        .stream()
                        .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .map(JavaClass::getName)
                        .collect(toSet());
    }

    /** Returns the classes that the code of a class names. */
    private static Set<String> named(Class<?> type) throws IOException {
        Set<String> named = new HashSet<>();
        try (InputStream code =
                Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
            ClassFile.of()
                    .parse(code.readAllBytes())
                    .constantPool()
                    .forEach(entry -> {
                        if (entry instanceof ClassEntry of) {
                            named.add(of.asInternalName().replace('/', '.'));
                        }
                    });
        }
        return named;
    }

    @Test
    void shouldSaveEveryOperationOrKnowThatItStays() throws IOException {
        assertThat(operations()).contains(KernelOperation.class.getName()).containsAll(STAY);
        assertThat(named(QueueSaver.class)).containsAll(operations());
    }

    @Test
    void shouldRestoreEveryOperationThatIsSaved() throws IOException {
        Set<String> saved = operations();
        saved.removeAll(STAY);
        assertThat(named(OperationRestorer.class)).containsAll(saved);
    }
}
