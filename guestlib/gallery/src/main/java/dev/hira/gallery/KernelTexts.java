package dev.hira.gallery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The texts of the programs' kernels: their sources, and the PTX compiled from them by nvcc. */
public final class KernelTexts {
    private KernelTexts() {}

    /** Returns the source of a program's kernels, in CUDA C++. */
    public static String source(String name) {
        return text(name + ".cu");
    }

    /** Returns the PTX of a program's kernels. */
    public static String ptx(String name, Architecture architecture) {
        return text(name + "." + architecture.spelled() + ".ptx");
    }

    private static String text(String file) {
        try (InputStream in = KernelTexts.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("the gallery has no file " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the gallery's file " + file + " cannot be read", e);
        }
    }
}
