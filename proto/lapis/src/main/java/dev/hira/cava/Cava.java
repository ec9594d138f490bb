package dev.hira.cava;

import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorRequest;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import dev.hira.cava.check.Checker;
import dev.hira.cava.gen.Generator;
import dev.hira.cava.model.Api;
import dev.hira.cava.read.Problems;
import dev.hira.cava.read.SpecReader;
import dev.hira.lapis.v1.Lapis;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;

/**
 * The compiler as a protoc plugin: reads a request on standard input and answers on standard
 * output. The option {@code output} selects the generated sides: {@code interface}, {@code stub},
 * {@code dispatcher}, {@code catalog}, or several joined by a plus sign. The option {@code
 * prototypes} generates the side that programs call from C, from a folder of C prototypes.
 */
public final class Cava {
    private Cava() {}

    public static void main(String[] args) throws IOException {
        run(System.in, System.out);
    }

    /** Answers one request. */
    public static void run(InputStream in, OutputStream out) throws IOException {
        ExtensionRegistry registry = ExtensionRegistry.newInstance();
        Lapis.registerAllExtensions(registry);
        compile(CodeGeneratorRequest.parseFrom(in, registry)).writeTo(out);
        out.flush();
    }

    /** Compiles the files that protoc has parsed. */
    public static CodeGeneratorResponse compile(CodeGeneratorRequest request) {
        CodeGeneratorResponse.Builder response =
                CodeGeneratorResponse.newBuilder()
                        .setSupportedFeatures(
                                CodeGeneratorResponse.Feature.FEATURE_PROTO3_OPTIONAL_VALUE);
        try {
            List<Generator> generators = Options.generators(request.getParameter());
            Problems problems = new Problems();
            List<Api> apis =
                    new SpecReader(request.getProtoFileList(), problems)
                            .read(new HashSet<>(request.getFileToGenerateList()));
            apis.forEach(api -> Checker.check(api, problems));
            if (!problems.isEmpty()) {
                return response.setError(String.join("\n", problems.lines())).build();
            }
            apis.forEach(api -> generators.forEach(each -> add(response, each, api)));
            return response.build();
        } catch (IllegalArgumentException e) {
            return response.setError(String.valueOf(e.getMessage())).build();
        }
    }

    private static void add(CodeGeneratorResponse.Builder response, Generator generator, Api api) {
        generator
                .generate(api)
                .forEach((path, text) -> response.addFileBuilder().setName(path).setContent(text));
    }
}
