package dev.hira.router.config;

import java.util.Map;

/**
 * How a guest's VM is established where its listener does not.
 *
 * @param defaultVm the VM of a guest that claims none, in mode {@link Mode#OPEN}
 * @param tokens the secret of each VM, for mode {@link Mode#TOKEN}
 */
public record AuthConfig(Mode mode, String defaultVm, Map<String, String> tokens) {
    public AuthConfig {
        tokens = Map.copyOf(tokens);
    }

    /** The ways. */
    public enum Mode {
        /** The guest's claim is believed. */
        OPEN,
        /** The claim must be proven by the VM's token. */
        TOKEN
    }

    @Override
    public String toString() {
        return "AuthConfig[" + mode + ", " + tokens.size() + " tokens]";
    }
}
