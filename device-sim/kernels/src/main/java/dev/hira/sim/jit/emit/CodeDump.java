package dev.hira.sim.jit.emit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A look at generated classes: with {@code -Dhira.sim.jit.dump=<folder>} each is written there,
 * with a listing, and checked by the verifier of the class file library, which says more than the
 * JVM's.
 */
public final class CodeDump {
    private static final @Nullable String FOLDER = System.getProperty("hira.sim.jit.dump");

    private CodeDump() {}

    /** Writes a class there, if that is wanted, and checks it. */
    public static void look(ClassDesc name, byte[] bytes) {
        if (FOLDER == null) {
            return;
        }
        try {
            Path folder = Files.createDirectories(Path.of(FOLDER));
            Files.write(folder.resolve(name.displayName() + ".class"), bytes);
            Files.writeString(folder.resolve(name.displayName() + ".txt"), CodeListing.of(bytes));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(
                    "Generated code cannot be written to " + FOLDER + ".", unwritable);
        }
        List<VerifyError> errors = ClassFile.of().verify(bytes);
        if (!errors.isEmpty()) {
            throw errors.getFirst();
        }
    }
}
