/**
 * Names that certificates, processes and the command line share: roles of peers, and the files of
 * an identity.
 */
@NullMarked
package dev.hira.base.tls;

import org.jspecify.annotations.NullMarked;
