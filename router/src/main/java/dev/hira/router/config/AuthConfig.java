package dev.hira.router.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Settings for finding a guest's VM when its listener does not determine it.
 *
 * @param defaultVm the VM of a guest that claims none, in mode {@link Mode#OPEN}
 * @param tokens the secret of each VM, for mode {@link Mode#TOKEN}
 * @param tokenFile a file of further tokens, which are hashed and expire
 * @param users the VM of guests at Unix sockets, by the number of their user
 */
public record AuthConfig(
        Mode mode,
        String defaultVm,
        Map<String, String> tokens,
        Optional<Path> tokenFile,
        Map<Long, String> users) {
    public AuthConfig {
        tokens = Map.copyOf(tokens);
        users = Map.copyOf(users);
    }

    /** The ways to establish a guest's VM. */
    public enum Mode {
        /** Believes the guest's claim. */
        OPEN,
        /** Requires the VM's token as proof. */
        TOKEN
    }

    @Override
    public String toString() {
        return "AuthConfig[" + mode + ", " + tokens.size() + " tokens]";
    }
}
