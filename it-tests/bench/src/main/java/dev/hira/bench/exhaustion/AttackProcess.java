package dev.hira.bench.exhaustion;

import dev.hira.cli.launch.HiraProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The process of an attacker, which is started again when it hangs or ends. */
final class AttackProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern CALLS = Pattern.compile("calls=(\\d+)");

    private final String uri;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private @Nullable HiraProcess process;

    AttackProcess(String uri) {
        this.uri = uri;
    }

    /** Lets the guest do something, and returns what came of it. */
    String ask(String request) {
        HiraProcess guest = process;
        if (guest == null || !guest.isAlive()) {
            guest = start();
            process = guest;
        }
        answers.clear();
        try {
            guest.tell(request);
            String answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (answer == null || answer.contains("hung=")) {
                String output = guest.output();
                close();
                return answer == null ? "hung=" + output : answer;
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Returns the number of calls of an answer. */
    static long calls(String answer) {
        Matcher matcher = CALLS.matcher(answer);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private HiraProcess start() {
        HiraProcess started =
                HiraProcess.start(
                        "attacker",
                        AttackGuest.class.getName(),
                        List.of("-Xmx768m", "-XX:MaxDirectMemorySize=768m"),
                        List.of(uri),
                        line -> {
                            if (line.startsWith(AttackGuest.DONE)) {
                                answers.add(line.substring(AttackGuest.DONE.length()));
                            }
                        });
        started.awaitReady(PATIENCE);
        return started;
    }

    @Override
    public void close() {
        if (process != null) {
            process.kill();
            process.close();
            process = null;
        }
    }
}
