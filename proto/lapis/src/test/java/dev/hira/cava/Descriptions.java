package dev.hira.cava;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorRequest;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import dev.hira.lapis.v1.Lapis;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The descriptions under {@code src/test/protobuf}, as protoc passes them to a plugin. */
final class Descriptions {
    static final Path SOURCES = Path.of("src/test/protobuf");
    private static final Path COMPILED = Path.of("target/descriptions/tests.binpb");

    private Descriptions() {}

    /** Compiles one file with cava. */
    static CodeGeneratorResponse compile(String file, String options) {
        return Cava.compile(request(file, options, UnaryOperator.identity()));
    }

    /** Returns protoc's request for one file, with a change in all files. */
    static CodeGeneratorRequest request(
            String file, String options, UnaryOperator<FileDescriptorProto> change) {
        ExtensionRegistry registry = ExtensionRegistry.newInstance();
        Lapis.registerAllExtensions(registry);
        try (InputStream in = Files.newInputStream(COMPILED)) {
            return CodeGeneratorRequest.newBuilder()
                    .addFileToGenerate(file)
                    .setParameter(options)
                    .addAllProtoFile(
                            FileDescriptorSet.parseFrom(in, registry).getFileList().stream()
                                    .map(change)
                                    .toList())
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
