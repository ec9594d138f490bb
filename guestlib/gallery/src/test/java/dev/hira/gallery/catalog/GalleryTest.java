package dev.hira.gallery.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.gallery.Architecture;
import dev.hira.gallery.Card;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.KernelTexts;
import dev.hira.sim.ptx.PtxModule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GalleryTest {
    static Stream<Arguments> texts() {
        return Gallery.programs().stream()
                .flatMap(program ->
                        Stream.of(Architecture.values())
                                .map(architecture -> Arguments.of(program.name(), architecture)));
    }

    @ParameterizedTest(name = "{0} for {1}")
    @MethodSource("texts")
    void shouldHaveKernelsThatTheDeviceUnderstands(String name, Architecture architecture) {
        PtxModule module = PtxModule.parse(KernelTexts.ptx(name, architecture));
        module.check();

        assertThat(module.target()).containsExactly(architecture.spelled());
        assertThat(module.kernels())
                .isNotEmpty()
                .allSatisfy(kernel ->
                        assertThat(KernelTexts.source(name)).contains(" " + kernel.name() + "("));
    }

    @Test
    void shouldDescribeEachProgramOnce() {
        List<Card> cards = Gallery.programs().stream().map(GalleryProgram::card).toList();

        assertThat(cards).extracting(Card::name).doesNotHaveDuplicates();
        assertThat(cards)
                .allSatisfy(card -> {
                    assertThat(card.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
                    assertThat(card.description()).matches("[A-Z].*\\.");
                    assertThat(card.unit()).isNotBlank();
                    assertThat(card.testSize()).isBetween(1, card.defaultSize());
                });
    }

    @Test
    void shouldFindProgramsByName() {
        assertThat(Gallery.named("saxpy").name()).isEqualTo("saxpy");
        assertThatThrownBy(() -> Gallery.named("sexpy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the gallery has no program named sexpy; it has ")
                .hasMessageContaining("vector-add, saxpy, ");
    }

    @Test
    void shouldFindArchitecturesByTheirSpelling() {
        assertThat(Architecture.of("sm_90")).isEqualTo(Architecture.SM_90);
        assertThatThrownBy(() -> Architecture.of("sm_20"))
                .hasMessage("the kernels are not compiled for sm_20; choose one of sm_75, sm_90");
    }
}
