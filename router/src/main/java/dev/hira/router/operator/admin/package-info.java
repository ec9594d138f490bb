/**
 * The admin service, on addresses that guests cannot reach. Entry type: {@link
 * dev.hira.router.operator.admin.RouterAdmin}.
 *
 * <p>Reading order: RouterAdmin, which gives each request to the class of its subject; PolicyAdmin
 * with GrantEdit and GrantsDesk, the longest way of a change; VmAdmin, a query; MigrationAdmin and
 * CheckpointAdmin, requests that take long. {@link dev.hira.router.operator.admin.message} has the
 * messages.
 */
@NullMarked
package dev.hira.router.operator.admin;

import org.jspecify.annotations.NullMarked;
