/**
 * The guests of the laboratory: {@link dev.hira.lab.guest.GuestWorkload} describes their work,
 * {@link dev.hira.lab.guest.LabGuest} does it by sending the API's own commands.
 */
@NullMarked
package dev.hira.lab.guest;

import org.jspecify.annotations.NullMarked;
