/**
 * The admin service, on addresses that guests cannot reach. Entry type: {@link
 * dev.hira.router.operator.admin.RouterAdmin}.
 */
@NullMarked
package dev.hira.router.operator.admin;

import org.jspecify.annotations.NullMarked;
