/** Scenarios that users write. Entry type: {@link dev.hira.lab.scenario.Scenario}. */
@NullMarked
package dev.hira.lab.scenario;

import org.jspecify.annotations.NullMarked;
