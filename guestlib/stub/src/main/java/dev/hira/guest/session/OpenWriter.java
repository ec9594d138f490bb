package dev.hira.guest.session;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request to open a session: the client's identity and wishes.
 *
 * @param vm the name of the virtual machine that this process claims to be in
 * @param token the secret that proves the claim; empty if the router requires none
 * @param process this program's name and process id, for people
 * @param devices the number of devices that the session wants to see; 0 for all allowed
 * @param memory whether to share memory with the router when it offers some
 * @param rings whether to use rings in shared memory when the router offers them
 * @param timeout how long to wait for the router's answer
 * @param task the task that the session belongs to; its virtual machine counts the sessions of a
 *     task as one when it shares among its own sessions
 * @param rank the session's rank among those of its virtual machine; lower ranks run first
 */
public record OpenWriter(
        String vm,
        String token,
        String process,
        int devices,
        boolean memory,
        boolean rings,
        Duration timeout,
        String task,
        int rank) {
    /** Creates a request for a session without a task. */
    public OpenWriter(
            String vm,
            String token,
            String process,
            int devices,
            boolean memory,
            boolean rings,
            Duration timeout) {
        this(vm, token, process, devices, memory, rings, timeout, "", 0);
    }

    /** Creates a request for all devices that the router grants a virtual machine of this name. */
    public static OpenWriter of(String vm) {
        return new OpenWriter(vm, "", processName(), 0, true, true, Duration.ofSeconds(10));
    }

    /** Returns the name and the id of this process. */
    public static String processName() {
        ProcessHandle self = ProcessHandle.current();
        String command = System.getProperty("sun.java.command");
        return processName(command, self.info().command().orElse("java"), self.pid());
    }

    /**
     * Returns a name of a process.
     *
     * @param command the Java program and its arguments; null in a native program, which made the
     *     JVM itself
     * @param executable the path of the native program
     */
    static String processName(@Nullable String command, String executable, long pid) {
        if (command == null) {
            return executable.substring(executable.lastIndexOf('/') + 1).replace(' ', '_')
                    + "/"
                    + pid;
        }
        int end = command.indexOf(' ');
        return (end < 0 ? command : command.substring(0, end)) + "/" + pid;
    }
}
