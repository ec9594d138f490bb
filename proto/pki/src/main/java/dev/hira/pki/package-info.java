/**
 * A small certificate authority in a folder, for trying TLS out and for tests. Entry type: {@link
 * dev.hira.pki.Authority}.
 */
@NullMarked
package dev.hira.pki;

import org.jspecify.annotations.NullMarked;
