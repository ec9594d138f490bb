package dev.hira.cli.top;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The terminal in full-screen mode: pictures replace each other, and keys arrive without Return.
 * Closing it restores the terminal, also when the process is interrupted.
 */
public final class Screen implements AutoCloseable {
    private static final String ESCAPE = "\u001b[";
    private static final String ENTER = ESCAPE + "?1049h" + ESCAPE + "?25l";
    private static final String LEAVE = ESCAPE + "?25h" + ESCAPE + "?1049l";
    private static final String HOME = ESCAPE + "H";
    private static final String TO_END_OF_LINE = ESCAPE + "K";
    private static final String TO_END = ESCAPE + "J";

    static final int NO_KEY = -2;
    static final int QUIT = 'q';

    /** The end of the input. */
    static final int END = -1;

    private static final Size USUAL = new Size(120, 40);

    private final PrintStream out;

    /** Keys that the user pressed and that nothing has handled. */
    private final BlockingQueue<Integer> keys = new LinkedBlockingQueue<>();

    private final Thread hook = Thread.ofPlatform().unstarted(this::leave);

    /** The settings of the terminal before. */
    private final String before = stty("-g");

    private boolean left;

    private Screen(PrintStream out) {
        this.out = out;
    }

    /** Switches the terminal to full-screen mode. */
    public static Screen open() {
        Screen screen = new Screen(System.out);
        Runtime.getRuntime().addShutdownHook(screen.hook);
        stty("-icanon -echo min 1");
        screen.out.print(ENTER);
        screen.out.flush();
        Thread.ofPlatform().daemon().name("keys").start(() -> screen.read(System.in));
        return screen;
    }

    /** Replaces the picture. */
    public void show(List<String> lines) {
        out.print(HOME + String.join(TO_END_OF_LINE + "\n", lines) + TO_END_OF_LINE + TO_END);
        out.flush();
    }

    /** Returns false once a picture could not be written. */
    boolean isWritable() {
        return !out.checkError();
    }

    /** Waits for this time; returns true when the user asks to end. Ignores other keys. */
    public boolean awaitEnd(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        int key;
        do {
            long left = Math.max(0, end - System.nanoTime());
            key = awaitKey(TimeUnit.NANOSECONDS.toMillis(left));
        } while (key != NO_KEY && key != QUIT && key != END);
        return key != NO_KEY;
    }

    /**
     * Waits for a key; returns {@link #NO_KEY} when none came in this time, and {@link #END} at the
     * end of the input.
     */
    int awaitKey(long millis) throws InterruptedException {
        Integer key = keys.poll(millis, TimeUnit.MILLISECONDS);
        return key == null ? NO_KEY : key;
    }

    /**
     * The size of a terminal.
     *
     * @param width its columns
     * @param height its rows
     */
    public record Size(int width, int height) {}

    /** Returns the present size; the usual one when the terminal reports none. */
    public Size size() {
        return measured();
    }

    /** Returns the width of the terminal, also outside full-screen mode. */
    static int width() {
        return measured().width();
    }

    private static Size measured() {
        String[] words = stty("size").split(" ", 2);
        try {
            int height = Integer.parseInt(words[0]);
            int width = Integer.parseInt(words[1]);
            return width > 0 && height > 0 ? new Size(width, height) : USUAL;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return USUAL;
        }
    }

    private void read(InputStream in) {
        try {
            int key = in.read();
            while (key >= 0) {
                keys.add(Character.toLowerCase(key));
                key = in.read();
            }
        } catch (IOException e) {
            // An error ends the keys as well.
        }
        keys.add(END);
    }

    /** Runs stty; a system without it keeps its terminal as it is. */
    private static String stty(String arguments) {
        try {
            Process stty =
                    new ProcessBuilder("sh", "-c", "stty " + arguments + " </dev/tty 2>/dev/null")
                            .start();
            String said =
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            stty.waitFor();
            return said.strip();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private synchronized void leave() {
        if (!left) {
            left = true;
            out.print(LEAVE);
            out.flush();
            stty(before.isEmpty() ? "sane" : before);
        }
    }

    @Override
    public void close() {
        leave();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook has restored the terminal.
        }
    }
}
