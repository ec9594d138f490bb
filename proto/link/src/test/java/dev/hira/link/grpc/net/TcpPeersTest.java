package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests both ways to ask for the user at the other end of a TCP connection. */
final class TcpPeersTest {
    private static final InetSocketAddress OWN = new InetSocketAddress("127.0.0.1", 7700);
    private static final InetSocketAddress PEER = new InetSocketAddress("127.0.0.1", 40_000);

    static Stream<Arguments> waysAndHosts() {
        TcpPeers.Source fast = SockDiag::user;
        TcpPeers.Source slow = TcpTable::user;
        return Stream.of("127.0.0.1", "::1")
                .flatMap(host ->
                        Stream.of(
                                Arguments.of("sock_diag", fast, host),
                                Arguments.of("/proc/net", slow, host)));
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("waysAndHosts")
    void shouldKnowTheUserUntilItsEndIsClosed(String name, TcpPeers.Source way, String host)
            throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            try (Socket accepted = server.accept()) {
                InetSocketAddress own = (InetSocketAddress) accepted.getLocalSocketAddress();
                InetSocketAddress peer = (InetSocketAddress) accepted.getRemoteSocketAddress();
                long user = way.user(own, peer);
                assumeTrue(
                        user != LocalPeers.UNKNOWN || !name.equals("sock_diag"),
                        "this kernel has no sock_diag");
                assertThat(user).isEqualTo(LocalPeers.own());
                client.close();
                assertThat(accepted.getInputStream().read()).isEqualTo(-1);
                assertThat(way.user(own, peer))
                        .as("Linux says 0, the superuser, of an end without a process")
                        .isEqualTo(LocalPeers.UNKNOWN);
            }
        }
    }

    private static OptionalLong find(String... lines) {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "as the lines are");
        return TcpTable.find(Stream.of(lines), OWN, PEER);
    }

    private static String line(String local, String remote, String state, int user, int inode) {
        return "   3: "
                + local
                + " "
                + remote
                + " "
                + state
                + " 00000000:00000000 00:00000000 00000000  "
                + user
                + "        0 "
                + inode
                + " 1 0000000000000000 20 0 0 10 -1";
    }

    @Test
    void shouldFindTheOtherEndInATable() {
        String header =
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid"
                        + "  timeout inode";
        String here = line("0100007F:1E14", "0100007F:9C40", "01", 1001, 5);
        String there = line("0100007F:9C40", "0100007F:1E14", "01", 1002, 6);
        assertThat(find(header, here, there)).hasValue(1002);
        assertThat(find(header, here)).isEmpty();
        String mapped =
                line(
                        "0000000000000000FFFF00000100007F:9C40",
                        "0000000000000000FFFF00000100007F:1E14",
                        "01",
                        1003,
                        7);
        assertThat(find(header, mapped)).hasValue(1003);
    }

    @Test
    void shouldFindNoUserOfAnEndThatIsClosed() {
        assertThat(find(line("0100007F:9C40", "0100007F:1E14", "06", 0, 0))).isEmpty();
        assertThat(find(line("0100007F:9C40", "0100007F:1E14", "05", 0, 6))).isEmpty();
        assertThat(find(line("0100007F:9C40", "0100007F:1E14", "01", 0, 0))).isEmpty();
        assertThat(find("", "half a line")).isEmpty();
    }
}
