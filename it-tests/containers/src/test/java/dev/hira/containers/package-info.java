/**
 * Scenarios in containers, from the images that {@code ./hira images} builds. They run by {@code
 * ./hira test --containers}. Where no container engine answers, each test counts as skipped. Entry
 * types: {@link dev.hira.containers.Stack}, {@link dev.hira.containers.HiraContainer}.
 */
@NullMarked
package dev.hira.containers;

import org.jspecify.annotations.NullMarked;
