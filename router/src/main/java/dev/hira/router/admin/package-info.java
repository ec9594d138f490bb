/**
 * What operators ask of the router, on addresses that guests cannot reach. Entry type: {@link
 * dev.hira.router.admin.RouterAdmin}.
 */
@NullMarked
package dev.hira.router.admin;

import org.jspecify.annotations.NullMarked;
