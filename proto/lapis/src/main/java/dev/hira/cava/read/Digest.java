package dev.hira.cava.read;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;

/**
 * The digest of a description: the first half of the SHA-256 of its files without comments and line
 * numbers.
 */
final class Digest {
    private Digest() {}

    static long of(List<FileDescriptorProto> protos) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (FileDescriptorProto proto : sorted(protos)) {
                sha.update(bytes(proto.toBuilder().clearSourceCodeInfo().build()));
            }
            return ByteBuffer.wrap(sha.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    private static List<FileDescriptorProto> sorted(List<FileDescriptorProto> protos) {
        return protos.stream().sorted(Comparator.comparing(FileDescriptorProto::getName)).toList();
    }

    private static byte[] bytes(FileDescriptorProto proto) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.useDeterministicSerialization();
        try {
            proto.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
