package dev.hira.bench.programs;

/** A router and two API servers, to which programs connect, and whose servers can die. */
interface ProgramStack extends AutoCloseable {
    /** The servers' names. */
    String SERVER = "server";

    /** The number of servers. */
    int SERVERS = 2;

    /**
     * Opens a driver of an API for a VM.
     *
     * @param disturbance what will happen to it
     */
    <D> D connect(Class<D> api, String vm, Disturbance disturbance);

    /** Returns the router's address for administrators. */
    String admin();

    /** Ends a server as a death of its process does, and starts another one in its place. */
    void kill(int server);

    /** Breaks the connections between programs and the router. */
    void cutPrograms();

    /** Breaks the connections between the router and a server. */
    void cutServer(int server);

    /** Ends the router, and starts another one with its state. */
    void restartRouter();

    @Override
    void close();
}
