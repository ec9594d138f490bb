package dev.hira.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.api.opencl.catalog.OpenClCatalog;
import dev.hira.policy.model.ResourceRole;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recorded effects of each function of OpenCL, and the resources that it uses. */
final class OpenClRecordsTest {
    private static final Path LISTED = Path.of("src/test/resources/opencl-records.txt");

    private final Catalog catalog = new OpenClCatalog();

    /**
     * The list is for readers, as that of {@link CudaRecordsTest}. It also keeps the numbers of
     * functions: none ever changes.
     */
    @Test
    void shouldHaveTheReviewedRuleForEveryFunctionThatTravels() throws IOException {
        new RecordList(catalog).requireReviewed(LISTED);
    }

    @Test
    void shouldUseTheResourcesOfCudaByTheirNames() {
        Catalog cuda = new CudaCatalog();
        assertThat(catalog.resourceNames()).isEqualTo(cuda.resourceNames());
        assertThat(catalog.roles()).isEqualTo(cuda.roles());
        List<ResourceRole> roles =
                List.of(
                        ResourceRole.COPY_IN,
                        ResourceRole.COPY_OUT,
                        ResourceRole.COPY_ON_DEVICE,
                        ResourceRole.THREADS,
                        ResourceRole.DEVICE_MEMORY);
        assertThat(roles).allMatch(role -> catalog.resource(role).isPresent());
    }
}
