package dev.hira.link.grpc.net;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Asks Linux for the user of the process at the other end of a TCP connection within this host, by
 * netlink's {@code sock_diag}. One question costs four system calls.
 *
 * <pre>
 *   question   0      4    6     8   12   16  17  18  19  20     24
 *              │length│type│flags│seq│port│fam│tcp│ext│pad│states│ id │
 *   answer     0      4    6     8   12   16  17  18  19  20   68      72  76  80   84
 *              │length│type│flags│seq│port│fam│sta│tim│ret│ id │expires│ r │ w │uid │inode│
 *   id         0      2      4      20     36       40
 *              │s port│d port│source│target│interf. │cookie│      ports and addresses big-endian
 * </pre>
 */
final class SockDiag {
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int AF_NETLINK = 16;
    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int NETLINK_SOCK_DIAG = 4;
    private static final int SOCK_DIAG_BY_FAMILY = 20;
    private static final int REQUEST = 1;
    private static final int TCP = 6;
    private static final int ESTABLISHED = 1;
    private static final int DONTWAIT = 0x40;

    private static final int QUESTION = 72;
    private static final int ANSWER = 88;
    private static final int ROOM = 512;
    private static final int AT_TYPE = 4;
    private static final int AT_STATE = 17;
    private static final int AT_UID = 80;
    private static final int AT_INODE = 84;
    private static final int ADDRESS = 16;

    private static final @Nullable Calls CALLS = Calls.link();

    private SockDiag() {}

    /** Answers as {@link TcpPeers#user} does. */
    static long user(InetSocketAddress own, InetSocketAddress peer) {
        Calls calls = CALLS;
        return calls == null ? LocalPeers.UNKNOWN : read(calls.ask(question(own, peer)));
    }

    private static byte[] question(InetSocketAddress own, InetSocketAddress peer) {
        boolean four = peer.getAddress() instanceof Inet4Address;
        ByteBuffer message = ByteBuffer.allocate(QUESTION).order(ByteOrder.nativeOrder());
        message.putInt(QUESTION)
                .putShort((short) SOCK_DIAG_BY_FAMILY)
                .putShort((short) REQUEST)
                .putInt(1)
                .putInt(0);
        message.put((byte) (four ? AF_INET : AF_INET6)).put((byte) TCP).put((byte) 0).put((byte) 0);
        message.putInt(-1);
        message.order(ByteOrder.BIG_ENDIAN);
        message.putShort((short) peer.getPort()).putShort((short) own.getPort());
        put(message, peer);
        put(message, own);
        return message.putInt(0).putInt(-1).putInt(-1).array();
    }

    private static void put(ByteBuffer message, InetSocketAddress address) {
        byte[] bytes = address.getAddress().getAddress();
        message.put(bytes).put(new byte[ADDRESS - bytes.length]);
    }

    /** An end that its process has closed belongs to no user any longer; Linux then says 0. */
    private static long read(ByteBuffer answer) {
        boolean tells =
                answer.remaining() >= ANSWER
                        && answer.getShort(AT_TYPE) == SOCK_DIAG_BY_FAMILY
                        && answer.get(AT_STATE) == ESTABLISHED
                        && answer.getInt(AT_INODE) != 0;
        return tells ? Integer.toUnsignedLong(answer.getInt(AT_UID)) : LocalPeers.UNKNOWN;
    }

    /** The linked functions of the C library. */
    private record Calls(
            MethodHandle socket, MethodHandle send, MethodHandle receive, MethodHandle close) {
        static @Nullable Calls link() {
            if (!System.getProperty("os.name", "").equals("Linux")) {
                return null;
            }
            Linker linker = Linker.nativeLinker();
            SymbolLookup library = linker.defaultLookup();
            var number = ValueLayout.JAVA_INT;
            var size = ValueLayout.JAVA_LONG;
            var pass = FunctionDescriptor.of(size, number, ValueLayout.ADDRESS, size, number);
            return new Calls(
                    linker.downcallHandle(
                            library.findOrThrow("socket"),
                            FunctionDescriptor.of(number, number, number, number)),
                    linker.downcallHandle(library.findOrThrow("send"), pass),
                    linker.downcallHandle(library.findOrThrow("recv"), pass),
                    linker.downcallHandle(
                            library.findOrThrow("close"), FunctionDescriptor.of(number, number)));
        }

        /** Returns the answer; empty when there is none. */
        ByteBuffer ask(byte[] question) {
            try {
                int netlink =
                        (int) socket.invokeExact(AF_NETLINK, SOCK_DGRAM_CLOEXEC, NETLINK_SOCK_DIAG);
                return netlink < 0 ? ByteBuffer.allocate(0) : askAndClose(netlink, question);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("a function of the C library failed", e);
            }
        }

        private ByteBuffer askAndClose(int netlink, byte[] question) throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(ROOM, Long.BYTES);
                MemorySegment.copy(question, 0, memory, ValueLayout.JAVA_BYTE, 0, question.length);
                long sent = (long) send.invokeExact(netlink, memory, (long) question.length, 0);
                long got = -1;
                if (sent == question.length) {
                    got = (long) receive.invokeExact(netlink, memory, (long) ROOM, DONTWAIT);
                }
                byte[] answer = memory.asSlice(0, Math.max(0, got)).toArray(ValueLayout.JAVA_BYTE);
                return ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder());
            } finally {
                int ignored = (int) close.invokeExact(netlink);
            }
        }
    }
}
