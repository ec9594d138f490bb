package dev.hira.cli.top;

import dev.hira.admin.v1.ResourceUsage;
import dev.hira.admin.v1.Vm;
import dev.hira.admin.v1.VmUsage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/** An order of the VMs in {@code top}. */
enum TopOrder {
    /** The VM that used most of its devices lately comes first. */
    USE(Comparator.comparingDouble((Vm vm) -> vm.getUsage().getMeasuredShare()).reversed()),

    /** The VM that holds the most memory comes first. */
    MEMORY(Comparator.comparingLong(TopOrder::bytes).reversed()),

    /** The VM with the most waiting sessions comes first. */
    WAITING(Comparator.comparingLong(TopOrder::waiting).reversed()),

    NAME(Comparator.comparing(Vm::getName));

    private final Comparator<Vm> comparator;

    TopOrder(Comparator<Vm> comparator) {
        this.comparator = comparator;
    }

    /** Compares VMs; names decide between equals, so that lines do not jump. */
    Comparator<Vm> comparator() {
        return comparator.thenComparing(Vm::getName);
    }

    /** Returns the order whose first letter is this key. */
    static Optional<TopOrder> ofKey(int key) {
        return Arrays.stream(values())
                .filter(order -> order.name().charAt(0) == Character.toUpperCase(key))
                .findFirst();
    }

    private static long bytes(Vm vm) {
        return vm.getUsage().getResourcesList().stream()
                .filter(resource -> resource.getUnit().equals("bytes"))
                .mapToLong(ResourceUsage::getHeld)
                .sum();
    }

    private static long waiting(Vm vm) {
        VmUsage usage = vm.getUsage();
        return usage.getWaiting();
    }
}
