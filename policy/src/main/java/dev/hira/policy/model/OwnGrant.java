package dev.hira.policy.model;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The settings that an operator gave to a single VM. They override those of its class; all other
 * settings follow the class, also when it changes.
 *
 * @param settings their names in {@link GrantText}; {@code rates}, {@code quotas} and {@code
 *     device_quotas} without a resource stand for all resources
 * @param values a grant with their values
 */
public record OwnGrant(Set<String> settings, Grant values) {
    public OwnGrant {
        settings = Set.copyOf(settings);
    }

    /**
     * Returns the own grant of some settings.
     *
     * @param settings those of single resources of a map that is named as a whole are left out
     */
    public static OwnGrant of(Set<String> settings, Grant values) {
        return new OwnGrant(covered(settings), values);
    }

    /** Returns the own grant in which every setting is the VM's own. */
    public static OwnGrant all(Grant values) {
        return new OwnGrant(GrantText.NAMES, values);
    }

    /** Returns the own grant in which no setting is the VM's own. */
    public static OwnGrant none() {
        return new OwnGrant(Set.of(), Grant.STANDARD);
    }

    /** Returns the grant of a VM with these settings in a class. */
    public Grant over(Grant shared) {
        GrantBuilder grant = shared.edit();
        wholeFirst(settings).forEach(setting -> grant.take(setting, values));
        return grant.build();
    }

    /** Returns this with further settings, or other values for the same ones. */
    public OwnGrant with(Set<String> changed, Grant changes) {
        GrantBuilder merged = values.edit();
        wholeFirst(changed).forEach(setting -> merged.take(setting, changes));
        Set<String> all = new TreeSet<>(settings);
        all.addAll(changed);
        return new OwnGrant(covered(all), merged.build());
    }

    /** Drops resources of maps that are the VM's own as a whole. */
    private static Set<String> covered(Set<String> all) {
        return all.stream()
                .filter(name -> name.indexOf('.') < 0 || !all.contains(GrantText.head(name)))
                .collect(Collectors.toSet());
    }

    /** Sorts the settings: {@code rates} comes before {@code rates.calls}. */
    private static Set<String> wholeFirst(Set<String> settings) {
        return new TreeSet<>(settings);
    }
}
