/**
 * Checks of an installation, beginning with {@link DoctorCommand}: {@link HostChecks} look at the
 * machine and its JVM, {@link CertificateChecks} at an identity, {@link ReachChecks} at addresses.
 */
@NullMarked
package dev.hira.cli.doctor;

import org.jspecify.annotations.NullMarked;
