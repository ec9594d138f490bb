package dev.hira.cli.launch;

import dev.hira.base.OwnUser;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A router and API servers as processes on this host that outlive the command that started them.
 * Their sockets and logs, and a list of the processes, lie in one folder, by which a later command
 * finds and ends them.
 */
public final class BackgroundStack {
    private static final String OTHER_FOLDER = "; choose another folder with --folder";
    private static final String ROUTER = "router";

    /** The most bytes of a folder's path: those of a socket's path, without "/server15.sock". */
    private static final int MOST_BYTES = 107 - 14;

    /** Paths that addresses and the printed commands can have without quotes. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}/._@:+,=~-]*");

    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration END = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = 20_000_000;

    private final Path folder;
    private final Path list;
    private final Path further;

    /**
     * Finds the stack of a folder.
     *
     * @param folder for sockets and logs; its path is part of the sockets' paths, which may have
     *     about 100 characters
     */
    public BackgroundStack(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
        this.list = this.folder.resolve("processes");
        this.further = this.folder.resolve("arguments");
    }

    /** Returns the folder that the commands use unless the user names another one. */
    public static Path usualFolder() {
        return Path.of("/tmp", "hira-up-" + OwnUser.name());
    }

    /** Returns the address for guests. */
    public String uri() {
        return socket(ROUTER);
    }

    /** Returns the address for operators. */
    public String adminUri() {
        return socket("admin");
    }

    public Path folder() {
        return folder;
    }

    /** Returns how many of its processes run. */
    public int running() {
        return (int) live().count();
    }

    /** Returns how many API servers it has, whether they run or have ended. */
    int servers() {
        return (int) listed().stream().filter(one -> !one.name().equals(ROUTER)).count();
    }

    /** Returns the names of its processes that have ended, though no command ended the stack. */
    List<String> ended() {
        return listed().stream().filter(one -> one.handle().isEmpty()).map(Listed::name).toList();
    }

    /** Returns the further arguments with which its processes were started. */
    StackArguments arguments() {
        try {
            return StackArguments.read(further);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + further, e);
        }
    }

    private Stream<Listed> live() {
        return listed().stream().filter(one -> one.handle().isPresent());
    }

    /**
     * Refuses a folder whose path no socket's address can have.
     *
     * @throws UsageException when it is too long or has a blank or the like
     */
    void requireShortPath() {
        int bytes = folder.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw new UsageException(
                    "--folder: the path "
                            + folder
                            + " has "
                            + bytes
                            + " bytes; at most "
                            + MOST_BYTES
                            + " are allowed, because the paths of sockets in it may have 107");
        }
        if (!PLAIN.matcher(folder.toString()).matches()) {
            throw new UsageException(
                    "--folder: the path '"
                            + folder
                            + "' has a character that an address cannot have; allowed are letters,"
                            + " digits and / . _ - @ : + , = ~");
        }
    }

    /**
     * Starts a router and API servers, and waits until they serve; on failure, ends them.
     *
     * @param more further arguments of the processes
     * @param prepare makes what the processes need in the folder, which belongs to this user
     * @throws IllegalStateException when one of them does not serve; the message has its log
     */
    void start(int servers, StackArguments more, Runnable prepare) {
        try {
            makeFolder();
            prepare.run();
            Files.deleteIfExists(list);
            more.write(further);
            launch(servers);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot start processes in "
                            + folder
                            + ": "
                            + ErrorMessages.sentence(e)
                            + OTHER_FOLDER,
                    e);
        }
    }

    /**
     * Starts processes of the stack again that have ended, and waits until they serve. The log of
     * the ended process is kept beside the new one.
     */
    void restart(List<String> ended) {
        List<ProcessHandle> started = new ArrayList<>();
        try {
            int servers = servers();
            for (String name : ended) {
                Files.move(log(name), formerLog(name), StandardCopyOption.REPLACE_EXISTING);
                launch(name, servers, started);
            }
            for (Listed process : listed()) {
                awaitReady(process);
            }
            LocalStack.awaitServers(adminUri(), servers);
        } catch (RuntimeException e) {
            endAll(started);
            throw e;
        } catch (IOException e) {
            endAll(started);
            throw new IllegalStateException(
                    "cannot start " + ended + " again: " + ErrorMessages.sentence(e), e);
        }
    }

    private void launch(int servers) throws IOException {
        List<ProcessHandle> started = new ArrayList<>();
        try {
            for (int i = 0; i < servers; i++) {
                launch("server" + i, servers, started);
            }
            launch(ROUTER, servers, started);
            for (Listed process : listed()) {
                awaitReady(process);
            }
            LocalStack.awaitServers(adminUri(), servers);
        } catch (IOException | RuntimeException e) {
            endAll(started); // the list may not have them
            Files.deleteIfExists(list);
            throw e;
        }
    }

    /** Ends its processes, the router first, and returns how many there were. */
    public int stop() {
        int ended = 0;
        for (Listed process : listed().reversed()) {
            Optional<ProcessHandle> handle = process.handle();
            if (handle.isPresent()) {
                end(handle.get());
                ended++;
            }
        }
        try {
            Files.deleteIfExists(list);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + list, e);
        }
        return ended;
    }

    private static void endAll(List<ProcessHandle> started) {
        started.reversed().forEach(BackgroundStack::end);
    }

    private static void end(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().get(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void makeFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            createFolder();
        }
        String owner = Files.getOwner(folder).getName();
        if (!owner.equals(OwnUser.name())) {
            throw new IllegalStateException(folder + " belongs to " + owner + OTHER_FOLDER);
        }
    }

    private void createFolder() throws IOException {
        try {
            Files.createDirectories(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } catch (FileSystemException e) {
            throw new UsageException(
                    "the folder "
                            + folder
                            + " cannot be created: this user may not write there, or a file has"
                            + " its name"
                            + OTHER_FOLDER);
        }
    }

    private List<String> arguments(String name, int servers) {
        if (!name.equals(ROUTER)) {
            List<String> server =
                    new ArrayList<>(
                            List.of("api-server", "--listen", socket(name), "--name", name));
            server.addAll(arguments().server());
            return server;
        }
        List<String> router =
                new ArrayList<>(List.of(ROUTER, "--listen", uri(), "--admin", adminUri()));
        for (int i = 0; i < servers; i++) {
            router.addAll(List.of("--server", socket("server" + i)));
        }
        router.addAll(arguments().router());
        return router;
    }

    /** Starts a process, adds it to those that were started, and then to the list. */
    private void launch(String name, int servers, List<ProcessHandle> started) throws IOException {
        List<String> command = new ArrayList<>();
        // A session of its own: the end of the user's terminal does not end it.
        if (new File("/usr/bin/setsid").canExecute()) {
            command.add("/usr/bin/setsid");
        }
        command.addAll(
                JvmCommand.of(
                        "dev.hira.cli.Main",
                        name.equals(ROUTER) ? List.of() : JvmCommand.DEVICES,
                        arguments(name, servers)));
        Process process =
                new ProcessBuilder(command)
                        .redirectInput(new File("/dev/null"))
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.to(log(name).toFile()))
                        .start();
        started.add(process.toHandle());
        String line = name + " " + process.pid() + " " + startOf(process.toHandle()) + "\n";
        // Never a list with a part of a line, also when the disk is full.
        Path next = folder.resolve("processes.new");
        try {
            Files.writeString(next, Files.exists(list) ? Files.readString(list) + line : line);
            Files.move(next, list, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private void awaitReady(Listed process) throws IOException {
        long begin = System.nanoTime();
        while (!isReady(process.name())) {
            if (process.handle().isEmpty() || System.nanoTime() - begin > START.toNanos()) {
                throw new IllegalStateException(
                        process.name()
                                + (process.handle().isEmpty()
                                        ? " ended before it served: "
                                        : " does not serve after " + START.toSeconds() + " s: ")
                                + Files.readString(log(process.name())).strip());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private boolean isReady(String name) throws IOException {
        return Files.readString(log(name)).lines().anyMatch(l -> l.startsWith(HiraProcess.READY));
    }

    /** Returns its processes in the order of their first start; of each name, the latest one. */
    private List<Listed> listed() {
        try {
            Map<String, Listed> latest = new LinkedHashMap<>();
            if (Files.exists(list)) {
                for (String line : Files.readAllLines(list)) {
                    Listed process = Listed.parse(line);
                    latest.put(process.name(), process);
                }
            }
            return List.copyOf(latest.values());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + list, e);
        }
    }

    private Path log(String name) {
        return folder.resolve(name + ".log");
    }

    /** Returns the log of a process that has ended and was started again. */
    Path formerLog(String name) {
        return folder.resolve(name + ".log.former");
    }

    private String socket(String name) {
        return "hira+unix://" + folder.resolve(name + ".sock");
    }

    private static long startOf(ProcessHandle process) {
        return process.info().startInstant().map(start -> start.toEpochMilli()).orElse(0L);
    }

    /**
     * A line of the list of processes.
     *
     * @param start its start, by which another process with the same number is told apart
     */
    private record Listed(String name, long pid, long start) {
        static Listed parse(String line) {
            String[] words = line.split(" ");
            return new Listed(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
        }

        /** Returns the process, unless it has ended. */
        Optional<ProcessHandle> handle() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> startOf(process) == start);
        }
    }
}
