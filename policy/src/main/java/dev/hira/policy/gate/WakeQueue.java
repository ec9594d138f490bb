package dev.hira.policy.gate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The VMs that may send at a known later time, earliest first: a binary heap with members that know
 * their places. Allocates only when it grows.
 */
final class WakeQueue {
    private @Nullable GateVm[] heap = new @Nullable GateVm[16];
    private int size;

    /** Returns the earliest wake time; {@link Long#MAX_VALUE}: the queue is empty. */
    long firstAt() {
        return size == 0 ? Long.MAX_VALUE : at(0).wakeAt;
    }

    GateVm first() {
        return at(0);
    }

    /** Changes the wake time of a VM; {@link Long#MAX_VALUE} removes the VM. */
    void set(GateVm vm, long wakeAt) {
        if (vm.wakeAt == wakeAt) {
            return;
        }
        if (vm.wakeAt != Long.MAX_VALUE) {
            remove(vm);
        }
        vm.wakeAt = wakeAt;
        if (wakeAt != Long.MAX_VALUE) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            rise(vm, size++);
        }
    }

    private void remove(GateVm vm) {
        int hole = vm.wakePlace;
        GateVm last = at(--size);
        heap[size] = null;
        if (last != vm) {
            rise(last, hole);
            sink(last);
        }
    }

    private void rise(GateVm vm, int from) {
        int place = from;
        while (place > 0 && at((place - 1) / 2).wakeAt > vm.wakeAt) {
            put(at((place - 1) / 2), place);
            place = (place - 1) / 2;
        }
        put(vm, place);
    }

    private void sink(GateVm vm) {
        int place = vm.wakePlace;
        int child = least(place);
        while (child < size && at(child).wakeAt < vm.wakeAt) {
            put(at(child), place);
            place = child;
            child = least(place);
        }
        put(vm, place);
    }

    private int least(int place) {
        int left = 2 * place + 1;
        return left + 1 < size && at(left + 1).wakeAt < at(left).wakeAt ? left + 1 : left;
    }

    private void put(GateVm vm, int place) {
        heap[place] = vm;
        vm.wakePlace = place;
    }

    private GateVm at(int place) {
        GateVm vm = heap[place];
        if (vm == null) {
            throw new IllegalStateException(
                    "the wake queue has no VM at place " + place + " of " + size);
        }
        return vm;
    }
}
