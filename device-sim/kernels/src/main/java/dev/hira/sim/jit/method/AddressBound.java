package dev.hira.sim.jit.method;

import dev.hira.sim.code.Register;
import java.util.Set;

/**
 * What addresses are compared with: in a window, one that is less than the limit, counted from the
 * window's beginning, can be accessed with so many bytes. The limit is 0, so that all accesses go
 * the slow way, when one of some pointers, which the kernel was given, is not as aligned as the
 * accesses need.
 *
 * @param bytes from the address on
 * @param alignment of the pointers; 1 when there are none
 * @param pointers parameters of the kernel that addresses are made from
 */
public record AddressBound(MemoryWindow window, int bytes, int alignment, Set<Register> pointers) {}
