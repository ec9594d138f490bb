package dev.hira.router.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.router.catalog.Catalog;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class DeviceCatalogTest {
    private static final long GRANULE = 2 << 20;

    private final ToyCatalog api = new ToyCatalog();
    private final CostList costs = new CostList(2);

    private CostList alloc(Catalog catalog, long bytes) {
        ArgsWriter args = new ArgsWriter().uint64(1, 7).uint64(2, bytes);
        costs.reset();
        catalog.cost(
                ToyCatalog.ALLOC,
                new ArgsReader().wrap(ByteBuffer.wrap(args.array()), 0, args.length()),
                costs);
        return costs;
    }

    @Test
    void shouldBookWhatTheDeviceUses() {
        Catalog catalog = DeviceCatalog.of(api, GRANULE);
        assertThat(alloc(catalog, 1).allocated(ToyCatalog.MEMORY)).isEqualTo(GRANULE);
        assertThat(alloc(catalog, GRANULE).allocated(ToyCatalog.MEMORY)).isEqualTo(GRANULE);
        assertThat(alloc(catalog, GRANULE + 1).allocated(ToyCatalog.MEMORY)).isEqualTo(2 * GRANULE);
        assertThat(alloc(catalog, 0).allocated(ToyCatalog.MEMORY)).isZero();
    }

    @Test
    void shouldBookWhatWasAskedForWhenTheDeviceRoundsNothing() {
        assertThat(alloc(DeviceCatalog.of(api, 1), 3).allocated(ToyCatalog.MEMORY)).isEqualTo(3);
    }

    @Test
    void shouldRoundNothingButMemory() {
        assertThat(alloc(DeviceCatalog.of(api, GRANULE), 1).consumed(ToyCatalog.CALLS)).isOne();
    }

    @Test
    void shouldRefuseWhatOverflowsWhenItIsRounded() {
        assertThatThrownBy(() -> alloc(DeviceCatalog.of(api, GRANULE), Long.MAX_VALUE - 1))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldDescribeTheApiUnchanged() {
        Catalog catalog = DeviceCatalog.of(api, GRANULE);
        assertThat(catalog.api()).isEqualTo(ToyCatalog.API);
        assertThat(catalog.name()).isEqualTo(api.name());
        assertThat(catalog.digest()).isEqualTo(ToyCatalog.DIGEST);
        assertThat(catalog.resources()).isEqualTo(api.resources());
        assertThat(catalog.types()).isEqualTo(api.types());
        assertThat(catalog.row(ToyCatalog.WORK)).isEqualTo(api.row(ToyCatalog.WORK));
        assertThat(catalog.maxFunction()).isEqualTo(api.maxFunction());
    }

    @Test
    void shouldKeepTheNameOfAnObjectAndOfWork() {
        Catalog catalog = DeviceCatalog.of(api, GRANULE);
        assertThat(alloc(catalog, 1).name(0)).isEqualTo(7);
        ArgsWriter args = new ArgsWriter().uint64(1, 70).uint64(2, 0);
        costs.reset();
        catalog.cost(
                ToyCatalog.WORK,
                new ArgsReader().wrap(ByteBuffer.wrap(args.array()), 0, args.length()),
                costs);
        assertThat(costs.givesWork()).isTrue();
        assertThat(costs.workName()).isEqualTo(70);
    }
}
