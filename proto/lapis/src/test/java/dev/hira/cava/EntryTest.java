package dev.hira.cava;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.compiler.PluginProtos.CodeGeneratorResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The side of an API that programs call from C. */
final class EntryTest {
    private static final String SAMPLE = "sample/loom.proto";

    @TempDir Path folder;

    private CodeGeneratorResponse compile(String prototypes) throws IOException {
        Files.writeString(folder.resolve("loom.h"), prototypes);
        return Descriptions.compile(SAMPLE, "prototypes=" + folder);
    }

    @Test
    void shouldDecodeCallsByThePrototypesOfC() throws IOException {
        CodeGeneratorResponse response =
                compile(
                        """
                        /* 3 */ cl_int loomDestroyQueue(cl_queue
                            queue);
                        /* 5 absent */ cl_queue loomOld(cl_int *errcode_ret);
                        /* 7 by hand */ void *loomFind(const char *name);
                        """);

        assertThat(response.getError()).isEmpty();
        assertThat(response.getFile(0).getName())
                .isEqualTo("dev/hira/sample/loom/entry/LoomEntry.java");
        assertThat(response.getFile(0).getContent())
                .contains(
                        "case 3 -> loomDestroyQueue(call, driver);",
                        "case 5 -> throw call.absent();",
                        "case 7 -> LoomByHand.loomFind(call, driver);",
                        "names[3] = \"loomDestroyQueue\";",
                        "codes[3] = -1;",
                        "codes[5] = 0;",
                        "codes[7] = -2;",
                        "call.name(0, LoomHandles.QUEUE,",
                        "driver.loomDestroyQueue(queue);");
    }

    @Test
    void shouldSayWhichParameterAPrototypeLacks() throws IOException {
        assertThat(compile("/* 3 */ cl_int loomDestroyQueue(cl_queue line);").getError())
                .isEqualTo(
                        "the prototype of loomDestroyQueue has no parameter 'queue'; it has line");
    }

    @Test
    void shouldSayWhichFunctionTheDescriptionLacks() throws IOException {
        assertThat(compile("/* 3 */ cl_int loomBurn(cl_queue queue);").getError())
                .isEqualTo(
                        "the description has no function loomBurn; mark its prototype 'by hand' or"
                                + " 'absent'");
    }

    @Test
    void shouldGenerateNothingWithoutPrototypes() {
        CodeGeneratorResponse response =
                Descriptions.compile(SAMPLE, "prototypes=" + folder.resolve("none"));
        assertThat(response.getError()).isEmpty();
        assertThat(response.getFileCount()).isZero();
    }
}
