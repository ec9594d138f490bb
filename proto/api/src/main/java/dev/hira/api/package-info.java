/**
 * The common base of all API descriptions: names, failures and the discovery of drivers. Entry
 * types: {@link dev.hira.api.Names} with its implementation {@link dev.hira.api.SessionNames},
 * {@link dev.hira.api.AddressWindow}, {@link dev.hira.api.ApiException}, {@link
 * dev.hira.api.BlockingBan}, {@link dev.hira.api.DriverProvider}. Depends only on the JDK.
 *
 * <p>Reading order: Names and SessionNames, ApiException, BlockingBan with WouldWaitException,
 * WorkListener; the types whose names begin with {@code State} or {@code Memory} serve moves.
 */
@NullMarked
package dev.hira.api;

import org.jspecify.annotations.NullMarked;
