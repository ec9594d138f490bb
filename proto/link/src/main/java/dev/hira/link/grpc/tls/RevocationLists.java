package dev.hira.link.grpc.tls;

import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * The lists of revoked certificates that a process goes by, each signed by one of its authorities.
 * The times of two lists tell which one is older; in the same second their numbers do, if both have
 * one.
 */
final class RevocationLists {
    /** The extension with a list's number, which grows from list to list. */
    private static final String NUMBER = "2.5.29.20";

    /** The octet string and the integer in it have a byte for their kind and one for the length. */
    private static final int NUMBER_HEADER = 4;

    private static final int INTEGER = 2;

    private final List<X509CRL> lists;
    private final List<X509Certificate> authorities;

    private RevocationLists(List<X509CRL> lists, List<X509Certificate> authorities) {
        this.lists = lists;
        this.authorities = authorities;
    }

    /** Returns the lists, all of which these authorities must have signed. */
    static RevocationLists of(List<X509CRL> lists, List<X509Certificate> authorities)
            throws TlsException {
        for (X509CRL list : lists) {
            if (authorities.stream().noneMatch(authority -> isSigned(list, authority))) {
                throw new TlsException(
                        "the list of revoked certificates of "
                                + list.getIssuerX500Principal()
                                + " is signed by no authority of this process; use a list that one"
                                + " of them has signed");
            }
        }
        return new RevocationLists(lists, authorities);
    }

    /** Two authorities may have the same name, so the signature decides. */
    private static boolean isSigned(X509CRL list, X509Certificate authority) {
        try {
            if (authority.getSubjectX500Principal().equals(list.getIssuerX500Principal())) {
                list.verify(authority.getPublicKey());
                return true;
            }
        } catch (GeneralSecurityException e) {
            // Another authority of this name may have signed it.
        }
        return false;
    }

    /** Returns why a chain of certificates is worth nothing any longer; empty: none is revoked. */
    Optional<String> revocation(List<X509Certificate> chain) {
        for (X509Certificate one : chain) {
            for (X509CRL list : lists) {
                if (list.getIssuerX500Principal().equals(one.getIssuerX500Principal())
                        && list.isRevoked(one)) {
                    return Optional.of(
                            "its certificate "
                                    + one.getSerialNumber().toString(16)
                                    + " is revoked");
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Refuses to take the place of lists that are in effect if an authority's list is missing here
     * or older than there. Lists of authorities that are no longer trusted may go.
     *
     * @param file the file that these lists are from
     */
    void requireToFollow(RevocationLists former, Path file) throws TlsException {
        for (X509Certificate authority : authorities) {
            List<X509CRL> found = signedBy(authority);
            for (X509CRL known : former.signedBy(authority)) {
                requireToFollow(known, found, file);
            }
        }
    }

    private static void requireToFollow(X509CRL known, List<X509CRL> found, Path file)
            throws TlsException {
        String list = "the list of revoked certificates of " + known.getIssuerX500Principal();
        if (found.isEmpty()) {
            throw new TlsException(
                    list
                            + " is missing in '"
                            + file
                            + "', while the one of "
                            + words(known)
                            + " is in effect; put the newest list there, or restart the process to"
                            + " do without");
        }
        if (found.stream().allMatch(one -> isOlder(one, known))) {
            throw new TlsException(
                    list
                            + " in '"
                            + file
                            + "' is of "
                            + words(found.getFirst())
                            + ", older than the one of "
                            + words(known)
                            + " in effect; put the newest list there, or restart the process to use the"
                            + " older one");
        }
    }

    private List<X509CRL> signedBy(X509Certificate authority) {
        return lists.stream().filter(list -> isSigned(list, authority)).toList();
    }

    private static boolean isOlder(X509CRL one, X509CRL other) {
        int byTime = one.getThisUpdate().toInstant().compareTo(other.getThisUpdate().toInstant());
        if (byTime != 0) {
            return byTime < 0;
        }
        Optional<BigInteger> number = number(one);
        Optional<BigInteger> otherNumber = number(other);
        return number.isPresent()
                && otherNumber.isPresent()
                && number.get().compareTo(otherNumber.get()) < 0;
    }

    private static String words(X509CRL list) {
        return list.getThisUpdate().toInstant()
                + number(list).map(number -> " with the number " + number).orElse("");
    }

    /** Numbers have at most 20 bytes, so that each length takes one byte. */
    private static Optional<BigInteger> number(X509CRL list) {
        byte[] value = list.getExtensionValue(NUMBER);
        return value != null
                        && value.length > NUMBER_HEADER
                        && value[2] == INTEGER
                        && value[3] == value.length - NUMBER_HEADER
                ? Optional.of(new BigInteger(value, NUMBER_HEADER, value[3]))
                : Optional.empty();
    }
}
