package dev.hira.cava;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorRequest;
import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CavaTest {
    private static final String SAMPLE = "sample/loom.proto";
    private static final Pattern DIGEST = Pattern.compile("DIGEST = (0x[0-9a-f]{16})L");

    @ParameterizedTest
    @ValueSource(strings = {"", "stub", "output=", "output=stubs", "output=stub,mode=fast"})
    void shouldListTheOptions(String options) {
        CodeGeneratorResponse response = Descriptions.compile(SAMPLE, options);
        assertThat(response.getError())
                .contains("'" + options + "'")
                .contains("interface, stub, dispatcher, catalog");
        assertThat(response.getFileCount()).isZero();
    }

    @Test
    void shouldGenerateSeveralOutputsAtOnce() {
        CodeGeneratorResponse response = Descriptions.compile(SAMPLE, "output=stub+catalog");
        assertThat(response.getFileList().stream().map(CodeGeneratorResponse.File::getName))
                .contains(
                        "dev/hira/sample/loom/stub/LoomStub.java",
                        "dev/hira/sample/loom/catalog/LoomCatalog.java")
                .noneMatch(name -> name.contains("dispatch"));
    }

    @Test
    void shouldGenerateNothingForFilesWithoutAnApi() {
        CodeGeneratorResponse response =
                Descriptions.compile("hira/lapis/v1/lapis.proto", "output=interface");
        assertThat(response.getError()).isEmpty();
        assertThat(response.getFileCount()).isZero();
    }

    @Test
    void shouldAnswerOnStandardOutputLikeAPlugin() throws IOException {
        CodeGeneratorRequest request =
                Descriptions.request(SAMPLE, "output=interface", UnaryOperator.identity());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Cava.run(new ByteArrayInputStream(request.toByteArray()), out);
        assertThat(CodeGeneratorResponse.parseFrom(out.toByteArray()))
                .isEqualTo(Cava.compile(request));
    }

    @Test
    void shouldGiveDescriptionsADigestThatIgnoresComments() {
        String digest = digest(UnaryOperator.identity());
        assertThat(digest(file -> file.toBuilder().clearSourceCodeInfo().build()))
                .isEqualTo(digest);
        assertThat(digest(CavaTest::withAnotherField)).isNotEqualTo(digest);
    }

    private static FileDescriptorProto withAnotherField(FileDescriptorProto file) {
        if (!file.getName().equals(SAMPLE)) {
            return file;
        }
        FileDescriptorProto.Builder changed = file.toBuilder();
        changed.getMessageTypeBuilder(1).getFieldBuilder(0).setNumber(19);
        return changed.build();
    }

    private static String digest(UnaryOperator<FileDescriptorProto> change) {
        CodeGeneratorResponse response =
                Cava.compile(Descriptions.request(SAMPLE, "output=interface", change));
        assertThat(response.getError()).isEmpty();
        for (CodeGeneratorResponse.File file : response.getFileList()) {
            Matcher matcher = DIGEST.matcher(file.getContent());
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        throw new AssertionError("no generated file has the digest");
    }
}
