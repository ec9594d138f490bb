package dev.hira.lab.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.GrantText;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.Violation;
import dev.hira.policy.model.VmName;
import java.util.Map;

/** Reads the grant of a scenario's VM, and refuses what a router's policy would refuse. */
final class VmGrantReader {
    /** The only setting of a VM that is not one of its grant. */
    private static final String GUESTS = "guests";

    private final String name;
    private final Config vm;
    private final String path;

    VmGrantReader(String name, Config vm) {
        this.name = name;
        this.vm = vm;
        path = "vms." + ConfigUtil.quoteString(name);
    }

    /**
     * Reads the grant.
     *
     * @throws ConfigException with the line, when the VM's name or a setting is not valid
     */
    Grant read() {
        VmName.problem(name).ifPresent(problem -> refuse(vm.root().origin(), path, problem));
        GrantBuilder builder = Grant.STANDARD.edit();
        vm.withoutPath(GUESTS).entrySet().forEach(each -> set(builder, each));
        Grant grant = builder.build();
        GrantsState state = GrantsState.initial(Grant.STANDARD).withOwn(name, grant);
        for (Violation each : new Grants().check(state)) {
            refuse(vm.root().origin(), path, each.message());
        }
        return grant;
    }

    private void set(GrantBuilder builder, Map.Entry<String, ConfigValue> entry) {
        String setting = String.join(".", ConfigUtil.splitPath(entry.getKey()));
        ConfigValue value = entry.getValue();
        GrantText.set(builder, setting, String.valueOf(value.unwrapped()))
                .ifPresent(wrong ->
                        refuse(value.origin(), path + "." + entry.getKey(), wrong.message()));
    }

    private static void refuse(ConfigOrigin origin, String path, String problem) {
        throw new ConfigException.BadValue(origin, path, problem);
    }
}
