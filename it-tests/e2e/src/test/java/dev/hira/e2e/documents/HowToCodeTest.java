package dev.hira.e2e.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorRequest;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import dev.hira.cava.Cava;
import dev.hira.e2e.conformance.InProcessStack;
import dev.hira.guest.GuestApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import dev.hira.lapis.v1.Lapis;
import dev.hira.router.catalog.Catalog;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.host.DriverHostProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java code of {@code docs/how-to} compiles, and the calculator that its documents build from
 * the first description of {@code docs/lapis.md} computes.
 */
@Timeout(240)
final class HowToCodeTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final String DESCRIPTION = "hira/api/calc/calc.proto";

    /** A block that is a file of its own. */
    private static final Pattern FILE =
            Pattern.compile("package ([\\w.]+); // (\\w+\\.java)\n.*", Pattern.DOTALL);

    @TempDir private Path folder;

    private final List<Path> sources = new ArrayList<>();

    private static Document document(String path) {
        return Document.read(ROOT, ROOT.resolve(path));
    }

    @Test
    void shouldCompileAndCompute() throws Exception {
        generate();
        int generated = sources.size();
        for (Document document : Document.below(ROOT.resolve("docs/how-to"))) {
            for (String block : document.blocks("java")) {
                Matcher file = FILE.matcher(block);
                if (file.matches()) {
                    write(file.group(1).replace('.', '/') + "/" + file.group(2), block);
                }
            }
        }
        assertThat(sources).hasSizeGreaterThanOrEqualTo(generated + 6);
        write("use/Use.java", use());

        assertThat(compile()).isEmpty();
        assertThat(compute()).isEqualTo(42);
    }

    /** Writes what cava makes of the description, and of the same text in the document. */
    private void generate() throws IOException {
        String described =
                Files.readString(
                        ROOT.resolve("proto/lapis/src/test/protobuf").resolve(DESCRIPTION), UTF_8);
        assertThat(document("docs/lapis.md").blocks("proto").getFirst()).isEqualTo(described);
        ExtensionRegistry registry = ExtensionRegistry.newInstance();
        Lapis.registerAllExtensions(registry);
        try (InputStream in =
                Files.newInputStream(ROOT.resolve("proto/lapis/target/descriptions/tests.binpb"))) {
            CodeGeneratorResponse response =
                    Cava.compile(
                            CodeGeneratorRequest.newBuilder()
                                    .addFileToGenerate(DESCRIPTION)
                                    .setParameter("output=interface+stub+dispatcher+catalog")
                                    .addAllProtoFile(
                                            FileDescriptorSet.parseFrom(in, registry).getFileList())
                                    .build());
            assertThat(response.getError()).isEmpty();
            for (CodeGeneratorResponse.File file : response.getFileList()) {
                write(file.getName(), file.getContent());
            }
        }
    }

    /** Returns a class with the guest program of api.md: as it is there, and over another link. */
    private static String use() {
        String program = document("docs/how-to/api.md").blocks("java").getLast();
        String connect = "Hira.connect(CalcDriver.class, \"hira+unix:///tmp/hira.sock?vm=blue\")";
        assertThat(program).contains(connect, "System.out.println(calc.calcSum(");
        return """
        package use;

        import dev.hira.api.calc.CalcDriver;
        import dev.hira.guest.Hira;
        import java.lang.foreign.MemorySegment;
        import java.util.function.ToLongFunction;

        public final class Use implements ToLongFunction<CalcDriver> {
            private long sum;

            static void main() {
                %s
            }

            @Override
            public long applyAsLong(CalcDriver driver) {
                %s
                return sum;
            }
        }
        """
                .formatted(
                        program,
                        program.replace(connect, "driver")
                                .replaceAll("System\\.out\\.println\\((.*)\\);", "sum = $1;"));
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve("sources").resolve(path);
        Files.createDirectories(file.getParent());
        sources.add(Files.writeString(file, text, UTF_8));
    }

    /** Compiles all sources into the folder; returns the compiler's complaints. */
    private String compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
            List<String> options =
                    List.of(
                            "-d",
                            folder.resolve("classes").toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-proc:none",
                            "-Xlint:all,-path,-options,-processing");
            boolean compiled =
                    compiler.getTask(
                                    complaints,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources))
                            .call();
            return compiled ? complaints.toString() : "not compiled: " + complaints;
        }
    }

    /** Runs the guest program through a router and a server that know the calculator. */
    private long compute() throws Exception {
        URL[] classes = {folder.resolve("classes").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            DriverHostProvider devices =
                    made(
                            loader,
                            "dev.hira.server.host.calc.CalcHostProvider",
                            DriverHostProvider.class);
            Catalog catalog = made(loader, "dev.hira.api.calc.catalog.CalcCatalog", Catalog.class);
            GuestApi<?> api = made(loader, "dev.hira.guest.calc.CalcGuestApi", GuestApi.class);
            ToLongFunction<Object> program = made(loader, "use.Use", ToLongFunction.class);
            try (InProcessStack stack =
                    InProcessStack.start(
                            devices.open(List.of("one"), ApiServerConfig.defaults().driverLimits()),
                            List.of(catalog))) {
                return program.applyAsLong(
                        api.open(stack.connectLink(), OpenWriter.of("blue"), StubSettings.DEFAULT));
            }
        }
    }

    @SuppressWarnings("unchecked") // a program for the calculator takes its driver
    private static <T> T made(ClassLoader loader, String name, Class<? super T> type)
            throws ReflectiveOperationException {
        return (T) type.cast(loader.loadClass(name).getConstructor().newInstance());
    }
}
