package dev.hira.cli.top;

import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Vm;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** An order of the VMs in {@code top}. */
enum TopOrder {
    /** The VM that used most of its devices lately comes first. */
    USE,

    /** The VM that holds the most memory comes first. */
    MEMORY,

    /** The VM with the most waiting sessions comes first. */
    WAITING,

    NAME;

    /** Compares VMs; names decide between equals, so that lines do not jump. */
    Comparator<Vm> comparator() {
        Comparator<Vm> byName = Comparator.comparing(Vm::getName);
        return switch (this) {
            case USE ->
                    Comparator.comparingDouble((Vm vm) -> vm.getUsage().getUtilization())
                            .reversed()
                            .thenComparing(byName);
            case MEMORY ->
                    Comparator.comparingLong(TopOrder::bytes).reversed().thenComparing(byName);
            case WAITING ->
                    Comparator.comparingLong((Vm vm) -> vm.getUsage().getWaiting())
                            .reversed()
                            .thenComparing(byName);
            case NAME -> byName;
        };
    }

    /** Returns the order whose first letter is this key. */
    static Optional<TopOrder> ofKey(int key) {
        return Arrays.stream(values())
                .filter(order -> order.name().charAt(0) == Character.toUpperCase(key))
                .findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static long bytes(Vm vm) {
        return vm.getUsage().getResourcesList().stream()
                .filter(resource -> resource.getUnit().equals("bytes"))
                .mapToLong(ResourceUsage::getHeld)
                .sum();
    }
}
