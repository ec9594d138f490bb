package dev.hira.cli.client;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * The standard output of this process, which remembers why it could not be written: printers keep
 * silent about that.
 */
public final class StandardOutput extends FilterOutputStream {
    /** What the system says when nothing reads the output any more. */
    private static final String NO_READER = "Broken pipe";

    private volatile @Nullable IOException failure;

    StandardOutput(OutputStream out) {
        super(out);
    }

    /** Puts the standard output of this process in place of {@code System.out}. */
    public static StandardOutput install() {
        StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        System.setOut(new PrintStream(output, true, System.out.charset()));
        return output;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        }
    }

    /**
     * Returns why the output is incomplete, as a sentence. Returns null if all was written, or if
     * the reader of the output has ended, as {@code head} does after its last line.
     */
    public @Nullable String problem() {
        IOException why = failure;
        return why == null || String.valueOf(why.getMessage()).contains(NO_READER)
                ? null
                : "the answer cannot be written to the standard output, and is incomplete: "
                        + why.getMessage();
    }
}
