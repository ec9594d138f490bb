/**
 * VMs as a whole: the traffic of all their sessions ({@link
 * dev.hira.router.operator.vms.VmTotals}), and the standing that an operator gave them ({@link
 * dev.hira.router.operator.vms.VmStandings}).
 */
@NullMarked
package dev.hira.router.operator.vms;

import org.jspecify.annotations.NullMarked;
