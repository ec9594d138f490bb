package dev.hira.cli.top;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The terminal, taken over: pictures replace each other, keys come without Return, and everything
 * is as it was when it is closed, also when the process is interrupted.
 */
public final class Screen implements AutoCloseable {
    private static final String ESCAPE = "\u001b[";
    private static final String ENTER = ESCAPE + "?1049h" + ESCAPE + "?25l";
    private static final String LEAVE = ESCAPE + "?25h" + ESCAPE + "?1049l";
    private static final String HOME = ESCAPE + "H";
    private static final String TO_END_OF_LINE = ESCAPE + "K";
    private static final String TO_END = ESCAPE + "J";
    private static final Size USUAL = new Size(120, 40);

    private final PrintStream out;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = Thread.ofPlatform().unstarted(this::leave);

    /** How the terminal was set before. */
    private final String before = stty("-g");

    private boolean left;

    private Screen(PrintStream out) {
        this.out = out;
    }

    /** Whether there is a terminal to take over. */
    public static boolean isThere() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    /** Takes the terminal over. */
    public static Screen open() {
        Screen screen = new Screen(System.out);
        Runtime.getRuntime().addShutdownHook(screen.hook);
        stty("-icanon -echo min 1");
        screen.out.print(ENTER);
        screen.out.flush();
        Thread.ofPlatform().daemon().name("keys").start(() -> screen.read(System.in));
        return screen;
    }

    /** Shows a picture instead of the one before. */
    public void show(List<String> lines) {
        out.print(HOME + String.join(TO_END_OF_LINE + "\n", lines) + TO_END_OF_LINE + TO_END);
        out.flush();
    }

    /** Waits; true when somebody wants to end meanwhile. */
    public boolean awaitEnd(long millis) throws InterruptedException {
        return ended.await(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * How large a terminal is.
     *
     * @param width its columns
     * @param height its rows
     */
    public record Size(int width, int height) {}

    /** How large it is now; the usual size when it does not say, or says that it has none. */
    public Size size() {
        return measured();
    }

    /** How wide the terminal is, also when it has not been taken over. */
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

    private void read(InputStream keys) {
        try {
            int key = keys.read();
            while (key >= 0 && key != 'q' && key != 'Q') {
                key = keys.read();
            }
        } catch (IOException e) {
            // As good as the end of the keys.
        }
        ended.countDown();
    }

    /** Sets or asks the terminal; a system without stty keeps its terminal as it is. */
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
            // The process ends already, and the hook has done the same.
        }
    }
}
