package dev.hira.pki;

import dev.hira.base.tls.HashedToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;

/** Makes tokens of VMs, and keeps their hashes in a file that a router reads. */
public final class TokenIssuer {
    private static final int BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final Path file;

    public TokenIssuer(Path file) {
        this.file = file;
    }

    /**
     * Adds a token, and removes those that have expired.
     *
     * @param until the time of the token's end
     * @param replace whether the VM's other tokens end at once
     * @return the token, which is not kept
     */
    public String issue(String vm, Instant now, Instant until, boolean replace) {
        if (vm.isEmpty() || vm.startsWith("#") || vm.chars().anyMatch(Character::isWhitespace)) {
            throw new PkiException(
                    "the VM '" + vm + "' cannot stand in a file of tokens; it may have no spaces");
        }
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        List<String> lines =
                remaining(old -> !now.isBefore(old.until()) || (replace && old.vm().equals(vm)));
        lines.add(new HashedToken(vm, HashedToken.hash(token), until).line());
        write(lines);
        return token;
    }

    /** Ends all tokens of a VM; returns their number. */
    public int revoke(String vm) {
        List<String> all = remaining(_ -> false);
        List<String> others = remaining(old -> old.vm().equals(vm));
        if (others.size() == all.size()) {
            throw new PkiException(
                    "the file '"
                            + file
                            + "' has no token of the VM '"
                            + vm
                            + "'; name the file of the router's auth.token-file");
        }
        write(others);
        return all.size() - others.size();
    }

    /** Returns the lines of the file, without those of tokens that end. */
    private List<String> remaining(Predicate<HashedToken> ends) {
        try {
            List<String> lines = new ArrayList<>();
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                if (!HashedToken.parse(line).filter(ends).isPresent()) {
                    lines.add(line);
                }
            }
            return lines;
        } catch (IOException e) {
            throw failed("read", e);
        }
    }

    private PkiException failed(String how, IOException e) {
        return new PkiException(
                "the file of tokens '" + file + "' cannot be " + how + ": " + e.getMessage(), e);
    }

    private void write(List<String> lines) {
        try {
            replace(lines);
        } catch (IOException e) {
            throw failed("written", e);
        }
    }

    private void replace(List<String> lines) throws IOException {
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(fresh, lines);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
