/**
 * The schedulers that operators can select. Entry type: {@link
 * dev.hira.policy.schedule.catalog.Schedulers}.
 */
@NullMarked
package dev.hira.policy.schedule.catalog;

import org.jspecify.annotations.NullMarked;
