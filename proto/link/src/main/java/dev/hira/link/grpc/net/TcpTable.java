package dev.hira.link.grpc.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Finds the users of processes at the other end of TCP connections in the tables {@code
 * /proc/net/tcp} and {@code /proc/net/tcp6}. A look costs milliseconds on a host with many
 * connections; {@link SockDiag} is faster where the kernel has it.
 */
final class TcpTable {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    /** An address of IPv4 in a table of IPv6, before the address. */
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

    private static final String ESTABLISHED = "01";
    private static final String NONE = "0";
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;

    private TcpTable() {}

    /** Answers as {@link TcpPeers#user} does. */
    static long user(InetSocketAddress own, InetSocketAddress peer) {
        for (Path table : TABLES) {
            try (Stream<String> lines = Files.lines(table, StandardCharsets.ISO_8859_1)) {
                OptionalLong found = find(lines, own, peer);
                if (found.isPresent()) {
                    return found.getAsLong();
                }
            } catch (IOException | UncheckedIOException e) {
                // A kernel without IPv6, for example, has no such table.
            }
        }
        return LocalPeers.UNKNOWN;
    }

    /** Returns the user of the connection's other end in the lines of a table. */
    static OptionalLong find(Stream<String> lines, InetSocketAddress own, InetSocketAddress peer) {
        List<String> locals = List.of(text(peer, false), text(peer, true));
        List<String> remotes = List.of(text(own, false), text(own, true));
        return lines.map(line -> line.strip().split(" +"))
                .filter(columns -> columns.length > INODE)
                .filter(columns -> locals.contains(columns[LOCAL]))
                .filter(columns -> remotes.contains(columns[REMOTE]))
                .filter(columns -> columns[STATE].equals(ESTABLISHED))
                .filter(columns -> !columns[INODE].equals(NONE))
                .mapToLong(columns -> Long.parseLong(columns[USER]))
                .findFirst();
    }

    /**
     * Returns an address as the tables write it: words of four bytes in the processor's order.
     *
     * @param mapped whether an address of IPv4 is written as one of IPv6
     */
    private static String text(InetSocketAddress address, boolean mapped) {
        byte[] bytes = address.getAddress().getAddress();
        boolean longer = mapped && address.getAddress() instanceof Inet4Address;
        ByteBuffer words =
                ByteBuffer.allocate(bytes.length + (longer ? MAPPED.length : 0))
                        .order(ByteOrder.nativeOrder());
        if (longer) {
            words.put(MAPPED);
        }
        words.put(bytes).flip();
        StringBuilder text = new StringBuilder();
        while (words.hasRemaining()) {
            text.append(String.format("%08X", words.getInt()));
        }
        return text.append(String.format(":%04X", address.getPort())).toString();
    }
}
