/**
 * What guests of the laboratory do: {@link dev.hira.lab.guest.GuestWorkload} describes it, {@link
 * dev.hira.lab.guest.LabGuest} does it by sending the API's own commands.
 */
@NullMarked
package dev.hira.lab.guest;

import org.jspecify.annotations.NullMarked;
