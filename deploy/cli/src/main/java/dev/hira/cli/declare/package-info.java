/**
 * Policies in files, beginning with {@link ApplyCommand}: what classes, VMs, devices and rules
 * shall be.
 */
@NullMarked
package dev.hira.cli.declare;

import org.jspecify.annotations.NullMarked;
