/**
 * The messages of the admin service and the facts that they state. Classes in {@code Messages} only
 * convert; {@link dev.hira.router.operator.admin.message.AdminErrors} makes the failures that
 * operators see. {@link dev.hira.router.operator.admin.message.VmCensus} and {@link
 * dev.hira.router.operator.admin.message.SuspendedVms} know the VMs that a response tells of.
 */
@NullMarked
package dev.hira.router.operator.admin.message;

import org.jspecify.annotations.NullMarked;
