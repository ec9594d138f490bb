package dev.hira.cli.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Further arguments of the processes of a {@link BackgroundStack}, kept in a file so that a process
 * that has ended is started again with the same ones.
 *
 * @param router those of the router
 * @param server those of each API server
 */
record StackArguments(List<String> router, List<String> server) {
    static final StackArguments NONE = new StackArguments(List.of(), List.of());

    private static final String ROUTER = "router ";
    private static final String SERVER = "server ";

    StackArguments {
        router = List.copyOf(router);
        server = List.copyOf(server);
    }

    /** Returns the values of an option of the router. */
    List<String> ofRouter(String option) {
        return IntStream.range(1, router.size())
                .filter(i -> router.get(i - 1).equals(option))
                .mapToObj(router::get)
                .toList();
    }

    /** Returns the arguments for people. */
    String text() {
        return equals(NONE)
                ? "none"
                : Stream.concat(router.stream(), server.stream()).collect(Collectors.joining(" "));
    }

    void write(Path file) throws IOException {
        Files.write(
                file,
                Stream.concat(
                                router.stream().map(ROUTER::concat),
                                server.stream().map(SERVER::concat))
                        .toList(),
                UTF_8);
    }

    /** Returns the arguments in a file; none if it does not exist. */
    static StackArguments read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return NONE;
        }
        List<String> lines = Files.readAllLines(file, UTF_8);
        return new StackArguments(of(ROUTER, lines), of(SERVER, lines));
    }

    private static List<String> of(String kind, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(kind))
                .map(line -> line.substring(kind.length()))
                .toList();
    }
}
