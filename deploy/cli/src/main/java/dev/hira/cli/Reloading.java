package dev.hira.cli;

import com.typesafe.config.Config;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.serving.config.ConfigChanges;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration of a serving process again when it gets SIGHUP: takes over what may
 * change while the process runs, and logs what needs a restart. A wrong configuration changes
 * nothing.
 */
final class Reloading {
    private static final Logger LOG = LoggerFactory.getLogger(Reloading.class);

    private final String root;
    private final Predicate<String> reloaded;
    private final Supplier<Config> read;
    private final Consumer<Config> apply;
    private final Config first;
    private Config last;

    /**
     * @param root for example {@code hira.router}
     * @param reloaded tells whether a setting may change, by its key under the root
     * @param first the configuration with which the process started
     * @param read reads it again
     * @param apply checks a configuration, and takes over what may change
     */
    Reloading(
            String root,
            Predicate<String> reloaded,
            Config first,
            Supplier<Config> read,
            Consumer<Config> apply) {
        this.root = root;
        this.reloaded = reloaded;
        this.first = first;
        this.last = first;
        this.read = read;
        this.apply = apply;
    }

    /** Reads the configuration again. */
    synchronized void reload() {
        Config next;
        try {
            next = read.get();
            apply.accept(next);
        } catch (RuntimeException e) {
            LOG.warn(
                    "the configuration cannot be used, so the former one stays in effect: {}",
                    ErrorMessages.sentence(e));
            return;
        }
        SortedSet<String> taken = ConfigChanges.between(root, last, next);
        taken.removeIf(Predicate.not(reloaded));
        SortedSet<String> waiting = new TreeSet<>(ConfigChanges.between(root, first, next));
        waiting.removeIf(reloaded);
        last = next;
        LOG.info("the configuration was read again; settings that changed: {}", taken);
        if (!waiting.isEmpty()) {
            LOG.warn(
                    "settings that stay as they were, because a change needs a restart: {}",
                    waiting);
        }
    }

    /**
     * Reloads at each SIGHUP, where the system has it. The JDK's class for signals is no part of
     * the language's platform, so it is found by its name.
     */
    void atHangUp() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            MethodHandle reload =
                    MethodHandles.lookup()
                            .findVirtual(
                                    Reloading.class, "reload", MethodType.methodType(void.class))
                            .bindTo(this);
            Object atSignal =
                    MethodHandleProxies.asInterfaceInstance(
                            handler, MethodHandles.dropArguments(reload, 0, signal));
            Object ignored =
                    signal.getMethod("handle", signal, handler)
                            .invoke(
                                    null,
                                    signal.getConstructor(String.class).newInstance("HUP"),
                                    atSignal);
        } catch (ReflectiveOperationException e) {
            LOG.warn("SIGHUP does not reload the configuration here: {}", e.toString());
        }
    }
}
