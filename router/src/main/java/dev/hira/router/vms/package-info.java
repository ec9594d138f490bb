/**
 * VMs as a whole: what all their sessions did ({@link dev.hira.router.vms.VmTotals}), and what an
 * operator said about them ({@link dev.hira.router.vms.VmStandings}).
 */
@NullMarked
package dev.hira.router.vms;

import org.jspecify.annotations.NullMarked;
