package dev.hira.guest.rpc;

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
 */
public record OpenRequest(
        String vm,
        String token,
        String process,
        int devices,
        boolean memory,
        boolean rings,
        Duration timeout) {

    /** A request for everything that the router gives a virtual machine of this name. */
    public static OpenRequest of(String vm) {
        return new OpenRequest(vm, "", processName(), 0, true, true, Duration.ofSeconds(10));
    }

    /** The name and the id of this process. */
    public static String processName() {
        String command = System.getProperty("sun.java.command", "java");
        int end = command.indexOf(' ');
        String program = end < 0 ? command : command.substring(0, end);
        return program + "/" + ProcessHandle.current().pid();
    }
}
