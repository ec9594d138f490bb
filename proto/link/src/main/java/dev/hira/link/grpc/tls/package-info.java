/**
 * TLS below gRPC: a process's certificate and key, read again when their files change, and the
 * check of peers' certificates. TLS 1.3 only, always with certificates on both sides, by OpenSSL
 * where Netty has it and by the JDK elsewhere. Entry type: {@link
 * dev.hira.link.grpc.tls.TlsIdentity}.
 */
@NullMarked
package dev.hira.link.grpc.tls;

import org.jspecify.annotations.NullMarked;
