package dev.hira.link.grpc.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLEngine;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

/**
 * Random certificates that the authority has signed: only those made for TLS and for the holder of
 * one role prove anything.
 */
final class PeerTrustTest {
    private static final X500Principal AUTHORITY = new X500Principal("CN=authority");

    private static final List<String> NAMES =
            List.of(
                    "hira://vm/blue",
                    "hira://router/r-1.example_2",
                    "hira://vm/a%0Aforged",
                    "hira://vm/a%E2%80%AEb",
                    "hira://vm/" + "x".repeat(256),
                    "hira://vm/a/b",
                    "hira://vm/",
                    "hira://nobody/blue",
                    "https://example.org/vm/blue");

    private final Instant now = Instant.now();
    private final KeyPair authorityKeys;
    private final KeyPair keys;
    private final PeerTrust trust;

    /**
     * A certificate to be made.
     *
     * @param keyUsage bits, 0 for none
     * @param usages none: without the extension
     */
    private record Wanted(
            boolean isAuthority, int keyUsage, List<KeyPurposeId> usages, List<String> names) {
        boolean isGoodFor(KeyPurposeId side) {
            return !isAuthority
                    && (keyUsage == 0 || (keyUsage & KeyUsage.digitalSignature) != 0)
                    && (usages.contains(side) || usages.contains(KeyPurposeId.anyExtendedKeyUsage))
                    && names.stream().filter(name -> NAMES.indexOf(name) < 2).count() == 1;
        }
    }

    PeerTrustTest() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        authorityKeys = generator.generateKeyPair();
        keys = generator.generateKeyPair();
        JcaX509v3CertificateBuilder own = builder(AUTHORITY, authorityKeys);
        own.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        trust = PeerTrust.of(List.of(signed(own)), List.of());
    }

    /** There is no engine, as there is no handshake. */
    @SuppressWarnings("NullAway")
    @Test
    void shouldTrustOnlyCertificatesThatAreMadeForTheirUse() throws Exception {
        Random random = new Random(20261129);
        int good = 0;
        for (int i = 0; i < 600; i++) {
            Wanted wanted = wanted(random);
            X509Certificate[] chain = {made(wanted)};
            Throwable client =
                    catchThrowable(
                            () -> trust.checkClientTrusted(chain, "UNKNOWN", (SSLEngine) null));
            Throwable server =
                    catchThrowable(
                            () -> trust.checkServerTrusted(chain, "ECDHE_ECDSA", (SSLEngine) null));
            judge(wanted, client, wanted.isGoodFor(KeyPurposeId.id_kp_clientAuth));
            judge(wanted, server, wanted.isGoodFor(KeyPurposeId.id_kp_serverAuth));
            good += client == null ? 1 : 0;
        }
        assertThat(good).isBetween(30, 400);
    }

    private static void judge(Wanted wanted, Throwable refusal, boolean good) {
        if (good) {
            assertThat(refusal).as("%s", wanted).isNull();
        } else {
            assertThat(refusal)
                    .as("%s", wanted)
                    .isInstanceOf(CertificateException.class)
                    .message()
                    .matches("its certificate .*|.*[Uu]sage does not .*")
                    .doesNotContain("\n");
        }
    }

    /** Mostly good ones, so that each mistake also stands alone. */
    private static Wanted wanted(Random random) {
        List<KeyPurposeId> usages = new ArrayList<>();
        for (KeyPurposeId usage :
                List.of(
                        KeyPurposeId.id_kp_clientAuth,
                        KeyPurposeId.id_kp_serverAuth,
                        KeyPurposeId.id_kp_codeSigning)) {
            if (random.nextInt(4) > 0) {
                usages.add(usage);
            }
        }
        if (random.nextInt(8) == 0) {
            usages.clear();
        } else if (random.nextInt(8) == 0) {
            usages = List.of(KeyPurposeId.anyExtendedKeyUsage);
        }
        List<String> names = new ArrayList<>();
        for (int count = random.nextInt(4) == 0 ? random.nextInt(3) : 1; count > 0; count--) {
            names.add(NAMES.get(random.nextInt(3) > 0 ? 0 : random.nextInt(NAMES.size())));
        }
        int[] keyUsages = {
            KeyUsage.digitalSignature, KeyUsage.digitalSignature, 0, KeyUsage.keyAgreement
        };
        return new Wanted(random.nextInt(6) == 0, keyUsages[random.nextInt(4)], usages, names);
    }

    private X509Certificate made(Wanted wanted) throws Exception {
        JcaX509v3CertificateBuilder builder = builder(new X500Principal("CN=holder"), keys);
        builder.addExtension(
                Extension.basicConstraints, true, new BasicConstraints(wanted.isAuthority()));
        if (wanted.keyUsage() != 0) {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(wanted.keyUsage()));
        }
        if (!wanted.usages().isEmpty()) {
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    false,
                    new ExtendedKeyUsage(wanted.usages().toArray(new KeyPurposeId[0])));
        }
        if (!wanted.names().isEmpty()) {
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(
                            wanted.names().stream()
                                    .map(name ->
                                            new GeneralName(
                                                    GeneralName.uniformResourceIdentifier, name))
                                    .toArray(GeneralName[]::new)));
        }
        return signed(builder);
    }

    private JcaX509v3CertificateBuilder builder(X500Principal subject, KeyPair of) {
        return new JcaX509v3CertificateBuilder(
                AUTHORITY,
                BigInteger.valueOf(7),
                Date.from(now.minusSeconds(3600)),
                Date.from(now.plusSeconds(3600)),
                subject,
                of.getPublic());
    }

    private X509Certificate signed(JcaX509v3CertificateBuilder builder) throws Exception {
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(
                                new JcaContentSignerBuilder("SHA256withECDSA")
                                        .build(authorityKeys.getPrivate())));
    }
}
