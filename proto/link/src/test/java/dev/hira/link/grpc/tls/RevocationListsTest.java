package dev.hira.link.grpc.tls;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hira.base.tls.PeerRole;
import dev.hira.base.tls.TlsFiles;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Files that are read again undo no revocation and change no role, whatever their order. */
final class RevocationListsTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(TlsIdentity.class);
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int HOLDERS = 4;

    /** No number. */
    private static final int NONE = 0;

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final List<Issuer> issuers = new ArrayList<>();
    private TlsFiles files = TlsFiles.in(Path.of(""));
    private int writes;

    @TempDir private Path folder;

    /** An authority, with the certificates of some holders; all authorities have the same name. */
    private record Issuer(
            TestAuthority authority,
            X509Certificate own,
            PrivateKey key,
            List<X509Certificate> holders) {
        static Issuer in(Path folder) throws Exception {
            TestAuthority authority = TestAuthority.in(folder);
            X509Certificate own =
                    PemReader.certificates(folder.resolve(TlsFiles.AUTHORITY)).getFirst();
            List<X509Certificate> holders = new ArrayList<>();
            for (int i = 0; i < HOLDERS; i++) {
                Path file = authority.issue(PeerRole.VM, "vm" + i).certificate();
                holders.add(PemReader.certificates(file).getFirst());
            }
            return new Issuer(
                    authority, own, PemReader.key(folder.resolve("ca.key"), own), holders);
        }

        ContentSigner signer() throws Exception {
            return new JcaContentSignerBuilder("SHA256withECDSA").build(key);
        }
    }

    /**
     * A list of an authority.
     *
     * @param revoked the places of its holders whose certificates are revoked
     */
    private record Listed(int issuer, int second, int number, Set<Integer> revoked) {
        boolean isOlder(Listed other) {
            return second < other.second
                    || (second == other.second
                            && number != NONE
                            && other.number != NONE
                            && number < other.number);
        }

        boolean isFollowedIn(List<Listed> others) {
            return others.stream().anyMatch(one -> one.issuer == issuer && !one.isOlder(this));
        }
    }

    /** What the files say: the authorities in ca.crt, and the lists in crl.pem. */
    private record Content(Set<Integer> trusted, List<Listed> lists) {
        boolean mayFollow(Content former) {
            return lists.stream().allMatch(list -> trusted.contains(list.issuer))
                    && former.lists.stream()
                            .filter(list -> trusted.contains(list.issuer))
                            .allMatch(list -> list.isFollowedIn(lists));
        }
    }

    @BeforeEach
    void prepare() throws Exception {
        issuers.add(Issuer.in(folder.resolve("one")));
        issuers.add(Issuer.in(folder.resolve("two")));
        files = TlsFiles.in(Files.createDirectory(folder.resolve("identity")));
        own(PeerRole.ROUTER, "r1");
        trust(Set.of(0));
        lines.start();
        LOG.addAppender(lines);
        LOG.setAdditive(false);
    }

    @AfterEach
    void detach() {
        LOG.detachAppender(lines);
        LOG.setAdditive(true);
    }

    /** Writes a file so that it differs from the former one at once, however coarse the clock. */
    private void write(Path file, String text) throws Exception {
        Path fresh = file.resolveSibling("fresh");
        Files.writeString(fresh, text);
        Files.setLastModifiedTime(fresh, FileTime.from(BEGIN.plusSeconds(++writes)));
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String pem(String kind, byte[] content) {
        String body = Base64.getMimeEncoder().encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private void own(PeerRole role, String name) throws Exception {
        TlsFiles issued = issuers.getFirst().authority().issue(role, name);
        write(files.certificate(), Files.readString(issued.certificate()));
        write(files.key(), Files.readString(issued.key()));
    }

    private void trust(Set<Integer> trusted) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int issuer : trusted) {
            text.append(pem("CERTIFICATE", issuers.get(issuer).own().getEncoded()));
        }
        write(files.authority(), text.toString());
    }

    private void list(List<Listed> lists) throws Exception {
        StringBuilder text = new StringBuilder();
        for (Listed one : lists) {
            text.append(pem("X509 CRL", encoded(one)));
        }
        write(files.revoked(), text.toString());
    }

    private byte[] encoded(Listed list) throws Exception {
        Issuer issuer = issuers.get(list.issuer());
        Date time = Date.from(BEGIN.plusSeconds(list.second()));
        JcaX509v2CRLBuilder builder =
                new JcaX509v2CRLBuilder(issuer.own().getSubjectX500Principal(), time);
        if (list.number() != NONE) {
            builder.addExtension(
                    Extension.cRLNumber, false, new CRLNumber(BigInteger.valueOf(list.number())));
        }
        for (int holder : list.revoked()) {
            builder.addCRLEntry(
                    issuer.holders().get(holder).getSerialNumber(), time, CRLReason.unspecified);
        }
        return builder.build(issuer.signer()).getEncoded();
    }

    private static Listed listed(int second, int number, Integer... revoked) {
        return new Listed(0, second, number, Set.of(revoked));
    }

    private Set<Integer> revoked(TlsIdentity identity, int issuer) {
        Set<Integer> found = new HashSet<>();
        for (int i = 0; i < HOLDERS; i++) {
            List<X509Certificate> chain = List.of(issuers.get(issuer).holders().get(i));
            if (identity.current().trust().revocation(chain).isPresent()) {
                found.add(i);
            }
        }
        return found;
    }

    private String warning() {
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .reduce("", (former, last) -> last);
    }

    @Test
    void shouldKeepRevocationsWhileTheirListIsMissing() throws Exception {
        list(List.of(listed(1, 1, 0)));
        TlsIdentity identity = TlsIdentity.read(files);
        Files.delete(files.revoked());
        assertThat(revoked(identity, 0)).containsExactly(0);
        assertThat(warning())
                .endsWith(
                        "the list of revoked certificates of O=Hira, CN=Hira authority is missing in '"
                                + files.revoked()
                                + "', while the one of 2026-01-01T00:00:01Z with the number 1 is"
                                + " in effect; put the newest list there, or restart the process to"
                                + " do without");
        list(List.of(listed(2, 2, 0, 1)));
        assertThat(revoked(identity, 0)).containsExactlyInAnyOrder(0, 1);
        Files.delete(files.revoked());
        assertThat(revoked(TlsIdentity.read(files), 0)).as("after a restart").isEmpty();
    }

    @Test
    void shouldKeepRevocationsWhileTheirFileIsEmptyOrBroken() throws Exception {
        list(List.of(listed(1, NONE, 0)));
        TlsIdentity identity = TlsIdentity.read(files);
        write(files.revoked(), "");
        assertThat(revoked(identity, 0)).containsExactly(0);
        assertThat(warning()).contains("is missing in", "the one of 2026-01-01T00:00:01Z is in");
        write(files.revoked(), "a note\n");
        assertThat(revoked(identity, 0)).containsExactly(0);
        assertThat(warning()).contains("holds no list of revoked certificates in PEM");
    }

    @Test
    void shouldNotGoBackToAnOlderList() throws Exception {
        list(List.of(listed(2, 300, 0)));
        TlsIdentity identity = TlsIdentity.read(files);
        for (Listed older : List.of(listed(1, 301), listed(2, 299), listed(1, NONE))) {
            list(List.of(older));
            assertThat(revoked(identity, 0)).as("%s", older).containsExactly(0);
            assertThat(warning())
                    .contains(
                            ", older than the one of 2026-01-01T00:00:02Z with the number 300 in"
                                    + " effect; put the newest list there");
        }
        for (Listed newer : List.of(listed(2, 300, 1), listed(2, 301, 2), listed(3, 1, 3))) {
            list(List.of(newer));
            assertThat(revoked(identity, 0)).as("%s", newer).isEqualTo(newer.revoked());
        }
    }

    @Test
    void shouldForgetTheListOfAnAuthorityThatIsNoLongerTrusted() throws Exception {
        list(List.of(listed(1, 1, 0)));
        TlsIdentity identity = TlsIdentity.read(files);
        trust(Set.of(1));
        Files.delete(files.revoked());
        assertThat(revoked(identity, 0)).isEmpty();
        assertThat(warning()).isEmpty();
    }

    @Test
    void shouldKeepTheFormerFilesWhenTheRoleChanges() throws Exception {
        TlsIdentity identity = TlsIdentity.read(files);
        TlsContexts before = identity.current();
        own(PeerRole.VM, "blue");
        assertThat(identity.current()).isSameAs(before);
        assertThat(warning())
                .endsWith(
                        "the certificate '"
                                + files.certificate()
                                + "' has the role vm, and that of this process has the role"
                                + " router; put one with the role router there, or restart the"
                                + " process to change its role");
        own(PeerRole.ROUTER, "r2");
        assertThat(identity.current()).as("another name").isNotSameAs(before);
    }

    @Test
    void shouldTakeARoleOnlyInPlaceOfNone() throws Exception {
        TlsIdentity identity = TlsIdentity.read(files);
        TlsContexts before = identity.current();
        write(files.certificate(), pem("CERTIFICATE", withoutRole()));
        assertThat(identity.current()).isSameAs(before);
        assertThat(warning()).contains("has no role, and that of this process has the role router");
        TlsIdentity restarted = TlsIdentity.read(files);
        TlsContexts without = restarted.current();
        own(PeerRole.ROUTER, "r1");
        assertThat(restarted.current()).isNotSameAs(without);
    }

    /** Returns a certificate without a role for the key of the present one. */
    private byte[] withoutRole() throws Exception {
        Issuer issuer = issuers.getFirst();
        return new JcaX509v3CertificateBuilder(
                        issuer.own(),
                        BigInteger.TEN,
                        Date.from(BEGIN),
                        issuer.own().getNotAfter(),
                        new X500Principal("CN=holder"),
                        PemReader.certificates(files.certificate()).getFirst().getPublicKey())
                .build(issuer.signer())
                .getEncoded();
    }

    /** Files that appear, vanish and come back in random order, against a model of their effect. */
    @Test
    void shouldOnlyGoForwardWhateverHappensToTheFiles() throws Exception {
        int taken = 0;
        int kept = 0;
        for (int seed = 1; seed <= 8; seed++) {
            RandomFiles random = new RandomFiles(new Random(seed));
            TlsIdentity identity = TlsIdentity.read(files);
            Content effect = random.now;
            for (int step = 0; step < 60; step++) {
                String done = random.change();
                boolean follows = random.now.mayFollow(effect);
                effect = follows ? random.now : effect;
                taken += follows ? 1 : 0;
                kept += follows ? 0 : 1;
                assertThat(effectOf(identity))
                        .as("seed %s, step %s: %s to %s", seed, step, done, random.now)
                        .isEqualTo(effectOf(effect));
            }
        }
        assertThat(taken).isGreaterThan(100);
        assertThat(kept).isGreaterThan(100);
    }

    private List<Set<?>> effectOf(TlsIdentity identity) {
        Set<X509Certificate> trusted = Set.of(identity.current().trust().getAcceptedIssuers());
        return List.of(trusted, revoked(identity, 0), revoked(identity, 1));
    }

    private List<Set<?>> effectOf(Content content) {
        return List.of(
                content.trusted().stream()
                        .map(issuer -> issuers.get(issuer).own())
                        .collect(Collectors.toSet()),
                revokedIn(content, 0),
                revokedIn(content, 1));
    }

    private static Set<Integer> revokedIn(Content content, int issuer) {
        return content.lists().stream()
                .filter(list -> list.issuer() == issuer)
                .flatMap(list -> list.revoked().stream())
                .collect(Collectors.toSet());
    }

    /** Changes the files at random; has what they say now. */
    private final class RandomFiles {
        private final Random random;
        private final List<List<Listed>> earlier = new ArrayList<>();
        private int second = 1;
        private int number = 1;
        private Content now = new Content(Set.of(0, 1), List.of());

        RandomFiles(Random random) throws Exception {
            this.random = random;
            trust(now.trusted());
            put(List.of(fresh(0), fresh(1)));
        }

        String change() throws Exception {
            return switch (random.nextInt(8)) {
                case 0 -> {
                    Files.deleteIfExists(files.revoked());
                    now = new Content(now.trusted(), List.of());
                    yield "crl.pem removed";
                }
                case 1 -> {
                    Set<Integer> trusted =
                            List.of(Set.of(0), Set.of(1), Set.of(0, 1)).get(random.nextInt(3));
                    trust(trusted);
                    now = new Content(trusted, now.lists());
                    yield "ca.crt replaced";
                }
                case 2, 3 -> put(earlier.get(random.nextInt(earlier.size())));
                case 4 -> put(earlier.getLast());
                default -> put(some());
            };
        }

        /** Returns new lists of most authorities that are trusted now, sometimes two of one. */
        private List<Listed> some() {
            List<Listed> some = new ArrayList<>();
            for (int issuer : now.trusted().stream().sorted().toList()) {
                int[] counts = {0, 1, 1, 1, 1, 2};
                for (int count = counts[random.nextInt(counts.length)]; count > 0; count--) {
                    some.add(fresh(issuer));
                }
            }
            return some;
        }

        private Listed fresh(int issuer) {
            second += random.nextInt(2);
            Set<Integer> revoked = new HashSet<>();
            for (int i = 0; i < HOLDERS; i++) {
                if (random.nextBoolean()) {
                    revoked.add(i);
                }
            }
            return new Listed(
                    issuer, second, random.nextInt(4) == 0 ? NONE : number++, Set.copyOf(revoked));
        }

        private String put(List<Listed> lists) throws Exception {
            list(lists);
            earlier.add(lists);
            now = new Content(now.trusted(), lists);
            return "crl.pem replaced";
        }
    }
}
