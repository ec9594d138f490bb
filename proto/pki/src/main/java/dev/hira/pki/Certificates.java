package dev.hira.pki;

import dev.hira.base.tls.PeerRole;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes keys, certificates and lists of revoked certificates. */
final class Certificates {
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final int SERIAL_BITS = 127;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Certificates() {}

    /** A time from which and a time until which a certificate is valid. */
    record Period(Instant from, Instant until) {}

    static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }

    /** Returns the certificate of an authority, signed by itself. */
    static X509Certificate ofAuthority(KeyPair keys, String name, Period period)
            throws GeneralSecurityException, IOException {
        X500Principal self = subject(name);
        X509v3CertificateBuilder builder = builder(self, self, keys.getPublic(), period);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        return sign(builder, keys.getPrivate());
    }

    /** Returns a certificate for a holder of a role. */
    static X509Certificate ofHolder(
            PublicKey key, PeerRole.Named holder, List<String> hosts, Period period, Signer signer)
            throws GeneralSecurityException, IOException {
        X509v3CertificateBuilder builder =
                builder(
                        signer.certificate().getSubjectX500Principal(),
                        subject(holder.role().word() + " " + holder.name()),
                        key,
                        period);
        JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(
                Extension.extendedKeyUsage,
                false,
                new ExtendedKeyUsage(
                        new KeyPurposeId[] {
                            KeyPurposeId.id_kp_clientAuth, KeyPurposeId.id_kp_serverAuth
                        }));
        builder.addExtension(
                Extension.authorityKeyIdentifier,
                false,
                ids.createAuthorityKeyIdentifier(signer.certificate()));
        builder.addExtension(Extension.subjectAlternativeName, false, names(holder, hosts));
        return sign(builder, signer.key());
    }

    private static GeneralNames names(PeerRole.Named holder, List<String> hosts) {
        List<GeneralName> names = new ArrayList<>();
        names.add(
                new GeneralName(
                        GeneralName.uniformResourceIdentifier,
                        holder.role().uri(holder.name()).toString()));
        for (String host : hosts) {
            boolean address = host.contains(":") || host.matches("[0-9.]+");
            names.add(new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host));
        }
        return new GeneralNames(names.toArray(new GeneralName[0]));
    }

    /** Returns the list that revokes these serial numbers beside those of an earlier list. */
    static X509CRL revocations(
            List<BigInteger> more, Optional<X509CRL> earlier, Period p, Signer signer)
            throws GeneralSecurityException, IOException {
        X509v2CRLBuilder builder =
                new JcaX509v2CRLBuilder(
                        signer.certificate().getSubjectX500Principal(), Date.from(p.from()));
        builder.setNextUpdate(Date.from(p.until()));
        builder.addExtension(Extension.cRLNumber, false, new CRLNumber(numberAfter(earlier)));
        for (X509CRLEntry entry : entries(earlier)) {
            builder.addCRLEntry(
                    entry.getSerialNumber(), entry.getRevocationDate(), CRLReason.unspecified);
        }
        for (BigInteger serial : more) {
            builder.addCRLEntry(serial, Date.from(p.from()), CRLReason.unspecified);
        }
        try {
            return new JcaX509CRLConverter().getCRL(builder.build(signer(signer.key())));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }

    /** Returns the entries of a list; the JDK has null for none. */
    private static Set<? extends X509CRLEntry> entries(Optional<X509CRL> list) {
        Set<? extends X509CRLEntry> all = list.map(X509CRL::getRevokedCertificates).orElse(null);
        return all == null ? Set.of() : all;
    }

    /** Returns the number of the list after an earlier one; old lists have none. */
    private static BigInteger numberAfter(Optional<X509CRL> earlier) throws IOException {
        byte[] number =
                earlier.map(list -> list.getExtensionValue(Extension.cRLNumber.getId()))
                        .orElse(null);
        return number == null
                ? BigInteger.ONE
                : ASN1Integer.getInstance(JcaX509ExtensionUtils.parseExtensionValue(number))
                        .getPositiveValue()
                        .add(BigInteger.ONE);
    }

    private static X509v3CertificateBuilder builder(
            X500Principal issuer, X500Principal subject, PublicKey key, Period period) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, RANDOM).setBit(SERIAL_BITS - 1),
                Date.from(period.from()),
                Date.from(period.until()),
                subject,
                key);
    }

    private static X500Principal subject(String name) throws IOException {
        return new X500Principal(new X500Name("CN=" + name + ",O=Hira").getEncoded());
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException {
        try {
            X509CertificateHolder holder = builder.build(signer(key));
            return new JcaX509CertificateConverter().getCertificate(holder);
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static ContentSigner signer(PrivateKey key) throws OperatorCreationException {
        return new JcaContentSignerBuilder(SIGNATURE).build(key);
    }

    /** An authority's certificate and key. */
    record Signer(X509Certificate certificate, PrivateKey key) {}
}
