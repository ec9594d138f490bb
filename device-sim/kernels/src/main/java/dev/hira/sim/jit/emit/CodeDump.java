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
 * Dumps generated classes: with {@code -Dhira.sim.jit.dump=<folder>}, each class is written to the
 * folder with a listing, and checked by the verifier of the class file library, which reports more
 * than the JVM's.
 */
public final class CodeDump {
    private static final @Nullable String FOLDER = System.getProperty("hira.sim.jit.dump");

    private CodeDump() {}

    /** Writes a class to the folder and checks it, if dumping is on. */
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
