/** Moves VMs from server to server. Start with {@link VmMigration}. */
@NullMarked
package dev.hira.router.operator.migration;

import org.jspecify.annotations.NullMarked;
