package dev.hira.guest.session;

import java.time.Duration;

/**
 * Who opens a session and what for.
 *
 * @param vm the name of the virtual machine that this process claims to be in
 * @param token the secret that proves the claim; empty where the router wants none
 * @param process for people: this program's name and process id
 * @param devices how many devices the session wants to see; 0 for all that it may
 * @param memory whether to share memory with the router when it offers some
 * @param rings whether to use rings in shared memory when the router offers them
 * @param timeout how long to wait for the router's answer
 * @param task what the session is part of, for how its virtual machine shares among its own
 *     sessions; sessions of a task count as one
 * @param rank how the virtual machine orders its own sessions; lower goes first
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
    /** A request for a session that is part of nothing else. */
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

    /** A request for everything that the router gives a virtual machine of this name. */
    public static OpenWriter of(String vm) {
        return new OpenWriter(vm, "", processName(), 0, true, true, Duration.ofSeconds(10));
    }

    /** The name and the id of this process. */
    public static String processName() {
        String command = System.getProperty("sun.java.command", "java");
        int end = command.indexOf(' ');
        String program = end < 0 ? command : command.substring(0, end);
        return program + "/" + ProcessHandle.current().pid();
    }
}
