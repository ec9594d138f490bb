package dev.hira.sim.compiler.clang;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.FairPlaces;
import dev.hira.api.OwnedWaits;
import dev.hira.api.source.Build.Failed.Reason;
import dev.hira.api.source.BuildOwner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the compiler's programs: a bounded number at once, for VMs in turns. Each output is kept
 * under a key of everything that it depends on. Threads that ask for the same output at the same
 * time wait for one run. When a guest's process ends, its runs are stopped, and other processes
 * that wait for their outputs start runs of their own.
 */
public final class Clang {
    private static final long MOST_RESULT_BYTES = 256L << 20;
    private static final int KEY_IN_NAMES = 32;

    private final CompilerSettings settings;
    private final FairPlaces places;
    private final InstantSource clock;
    private final ResultFiles results;
    private final BuildCache cache;
    private final ConcurrentHashMap<String, CompletableFuture<BuildCache.Output>> underWay =
            new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Path> libraries = new ConcurrentHashMap<>();
    private volatile @Nullable Toolchain toolchain;

    @GuardedBy("this")
    private @Nullable WorkFolder work;

    /** Work that gives an output or a log of errors. */
    public interface Work {
        BuildCache.Output get() throws BuildFailedException;
    }

    /** A command line for files in a workspace. */
    private interface Command {
        List<String> in(Workspace workspace) throws IOException;
    }

    public Clang(CompilerSettings settings, InstantSource clock) {
        this.settings = settings;
        this.places = new FairPlaces(settings.limits().processes());
        this.clock = clock;
        this.results =
                new ResultFiles(
                        settings.cache().resolve("results"),
                        MOST_RESULT_BYTES,
                        clock,
                        () -> ResultFiles.free(settings.cache().toFile()));
        this.cache = new BuildCache(results);
    }

    /** Returns the unpacked compiler; unpacks it on the first call. */
    Toolchain toolchain() throws BuildFailedException {
        Toolchain known = toolchain;
        if (known == null) {
            known = unpacked();
            toolchain = known;
        }
        return known;
    }

    private Toolchain unpacked() throws BuildFailedException {
        try {
            ToolchainJar.requirePlatform();
            Path named = settings.jar();
            return named != null && Files.isDirectory(named)
                    ? Toolchain.in(named)
                    : Toolchain.of(ToolchainJar.find(named), settings.cache());
        } catch (BuildFailedException e) {
            throw new BuildFailedException(Reason.COMPILER, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the output of a run of clang. */
    public BuildCache.Output output(Invocation invocation) throws BuildFailedException {
        Toolchain tools = toolchain();
        return once(
                invocation.key(tools.id()),
                () -> run(workspace -> invocation.command(tools, workspace)));
    }

    /** Returns one object for several. */
    public BuildCache.Output linked(List<String> objects) throws BuildFailedException {
        Toolchain tools = toolchain();
        String key =
                Digests.sha256("link", tools.id(), Digests.sha256(objects.toArray(String[]::new)));
        return once(key, () -> run(workspace -> linking(tools, objects, workspace)));
    }

    private static List<String> linking(Toolchain tools, List<String> objects, Workspace workspace)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(tools.linker().toString(), "-S", "-o", "-"));
        for (String object : objects) {
            command.add(workspace.add(object).toString());
        }
        return command;
    }

    private BuildCache.Output once(String key, Work work) throws BuildFailedException {
        while (true) {
            CompletableFuture<BuildCache.Output> mine = new CompletableFuture<>();
            CompletableFuture<BuildCache.Output> other = underWay.putIfAbsent(key, mine);
            if (other == null) {
                return made(key, work, mine);
            }
            Optional<BuildCache.Output> output = waitFor(other);
            if (output.isPresent()) {
                return output.get();
            }
        }
    }

    /** Makes an output, for the threads too that wait for it; cancels it when it has no result. */
    private BuildCache.Output made(
            String key, Work work, CompletableFuture<BuildCache.Output> outcome)
            throws BuildFailedException {
        try {
            BuildCache.Output output = cachedOrMade(key, work);
            outcome.complete(output);
            return output;
        } catch (BuildFailedException e) {
            if (e.reason() != Reason.OWNER) {
                outcome.completeExceptionally(e);
            }
            throw e;
        } finally {
            underWay.remove(key);
            outcome.cancel(false);
        }
    }

    /** Looks again, because a run for this key may have ended since the thread looked first. */
    private BuildCache.Output cachedOrMade(String key, Work work) throws BuildFailedException {
        Optional<BuildCache.Output> known = cache.get(key);
        if (known.isPresent()) {
            return known.get();
        }
        BuildCache.Output output = work.get();
        cache.put(key, output);
        return output;
    }

    /** Waits for another thread's output; empty when that thread has given up. */
    private static Optional<BuildCache.Output> waitFor(CompletableFuture<BuildCache.Output> other)
            throws BuildFailedException {
        try {
            BuildOwner.current().waits().await(other::get);
            return Optional.of(other.resultNow());
        } catch (CancellationException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BuildFailedException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (OwnedWaits.EndedException e) {
            throw ended(e);
        }
    }

    private static BuildFailedException ended(OwnedWaits.EndedException end) {
        return new BuildFailedException(
                Reason.OWNER, "error: the build was ended with its process", end);
    }

    private BuildCache.Output run(Command command) throws BuildFailedException {
        BuildOwner owner = BuildOwner.current();
        try {
            owner.waits().await(() -> places.acquire(owner.vm(), 1));
            try {
                return runNow(command);
            } finally {
                places.release(1);
            }
        } catch (OwnedWaits.EndedException e) {
            throw ended(e);
        }
    }

    private BuildCache.Output runNow(Command command)
            throws BuildFailedException, OwnedWaits.EndedException {
        try (Prepared run = results.withRoom(() -> prepare(command))) {
            CompilerRun.Result result =
                    new CompilerRun(settings.limits()).of(run.words(), run.workspace().folder());
            return new Verdict(settings.limits()).on(result);
        } catch (IOException e) {
            throw new BuildFailedException(
                    Reason.COMPILER, "error: the compiler did not start: " + e.getMessage(), e);
        }
    }

    /** A command line with the files that it names. */
    private record Prepared(Workspace workspace, List<String> words) implements AutoCloseable {
        @Override
        public void close() {
            workspace.close();
        }
    }

    private Prepared prepare(Command command) throws IOException {
        Workspace workspace = Workspace.in(work());
        try {
            return new Prepared(workspace, command.in(workspace));
        } catch (IOException e) {
            workspace.close();
            throw e;
        }
    }

    private synchronized WorkFolder work() throws IOException {
        Path cache = PrivateFolders.ensure(settings.cache());
        WorkFolder known = work;
        if (known == null || !known.isThere()) {
            HalfFiles.deleteAbandoned(cache, clock.instant());
            known = WorkFolder.open(cache);
            work = known;
        }
        return known;
    }

    /**
     * Returns a library's bitcode as a file, which is made when it is not there yet.
     *
     * @param source what the library depends on
     * @param bitcode gives the bitcode
     */
    public Path library(String name, Invocation source, Work bitcode) throws BuildFailedException {
        Path known = libraries.get(name);
        if (known != null) {
            return known;
        }
        String key = source.key(toolchain().id()).substring(0, KEY_IN_NAMES);
        Path file = settings.cache().resolve(name + "-" + key + ".bc");
        if (!Files.isReadable(file)) {
            write(file, bitcode.get());
        }
        libraries.put(name, file);
        return file;
    }

    private void write(Path file, BuildCache.Output bitcode) throws BuildFailedException {
        byte[] bytes = bitcode.text().getBytes(StandardCharsets.ISO_8859_1);
        try {
            results.withRoom(() -> HalfFiles.write(file, bytes));
        } catch (IOException e) {
            throw new BuildFailedException(
                    "error: the library " + file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
