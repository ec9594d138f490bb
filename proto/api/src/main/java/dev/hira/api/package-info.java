/**
 * What all API descriptions share: names, failures and how a driver is found. Entry types: {@link
 * dev.hira.api.Names} with its implementation {@link dev.hira.api.SessionNames}, {@link
 * dev.hira.api.AddressWindow}, {@link dev.hira.api.ApiException}, {@link dev.hira.api.BlockingBan},
 * {@link dev.hira.api.DriverProvider}. Depends on nothing but the JDK.
 */
@NullMarked
package dev.hira.api;

import org.jspecify.annotations.NullMarked;
