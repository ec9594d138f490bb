@org.jspecify.annotations.NullMarked
package dev.hira.sim.check;
