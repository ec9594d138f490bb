package dev.hira.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.policy.model.ResourceRole;
import dev.hira.router.operator.control.RulesDesk;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommonResourcesTest {
    private final List<Catalog> apis =
            CommonResources.of(List.of(new CudaCatalog(), new ToyCatalog()));
    private final Catalog cuda = apis.get(0);
    private final Catalog toy = apis.get(1);

    @Test
    void shouldNumberTheResourcesOfAllApisAlike() {
        assertThat(toy.resourceNames())
                .isEqualTo(cuda.resourceNames())
                .containsAll(new CudaCatalog().resourceNames())
                .contains("memory", "calls")
                .doesNotHaveDuplicates();
        assertThat(cuda.resources()).extracting(Catalog.Resource::index).isSorted();
    }

    @Test
    void shouldPriceCallsUnderTheCommonNumbers() {
        ArgsWriter args = new ArgsWriter().uint64(1, 77).uint64(2, 4096);
        List<String> costs = new ArrayList<>();
        toy.forSession().cost(ToyCatalog.ALLOC, reader(args), new Names(toy, costs));

        assertThat(costs).containsExactly("consumes 1 calls", "allocates 4096 memory for 77");
    }

    @Test
    void shouldKeepTheRolesAndErrorCodesOfAnApisOwnResources() {
        assertThat(toy.resource(ResourceRole.DEVICE_MEMORY)).contains("memory");
        assertThat(cuda.resource(ResourceRole.DEVICE_MEMORY)).contains("device_memory");
        int memory = toy.resourceNames().indexOf("memory");
        assertThat(toy.resources().get(memory).exhaustedCode()).isEqualTo(ToyCatalog.OUT_OF_MEMORY);
        assertThat(cuda.resources().get(memory).role()).isEqualTo(ResourceRole.NONE);
    }

    @Test
    void shouldLetRulesNameTheResourcesOfAllApis() {
        assertThat(RulesDesk.names(apis).resources()).contains("device_memory", "calls");
    }

    @Test
    void shouldLeaveAnApiAloneAsItIs() {
        ToyCatalog alone = new ToyCatalog();

        assertThat(CommonResources.of(List.of(alone))).containsExactly(alone);
    }

    private static ArgsReader reader(ArgsWriter args) {
        return new ArgsReader().wrap(ByteBuffer.wrap(args.array()), 0, args.length());
    }

    /** Writes the costs down with the names of the resources. */
    private record Names(Catalog api, List<String> costs) implements CostSink {
        private String name(int resource) {
            return api.resources().get(resource).name();
        }

        @Override
        public void consumes(int resource, long amount) {
            costs.add("consumes " + amount + " " + name(resource));
        }

        @Override
        public void allocates(int resource, long name, long amount) {
            costs.add("allocates " + amount + " " + name(resource) + " for " + name);
        }

        @Override
        public void releases(int resource, long name) {
            costs.add("releases " + name(resource));
        }

        @Override
        public void work(long code) {
            costs.add("work");
        }
    }
}
