/**
 * Moves VMs from server to server. Start with {@link VmMigration}; {@link ServerDrain} moves all
 * sessions of a server.
 */
@NullMarked
package dev.hira.router.operator.migration;

import org.jspecify.annotations.NullMarked;
