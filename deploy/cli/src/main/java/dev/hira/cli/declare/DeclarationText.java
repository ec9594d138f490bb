package dev.hira.cli.declare;

import com.typesafe.config.ConfigUtil;
import dev.hira.admin.v1.DeclaredScheduler;
import dev.hira.admin.v1.DeclaredVm;
import dev.hira.admin.v1.PolicyDeclaration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Writes declared policies as files that {@link DeclarationReader} reads. */
final class DeclarationText {
    private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z%_-]+");
    private static final String DEFAULT = "default";

    private final StringBuilder text = new StringBuilder();

    private DeclarationText() {}

    static String of(PolicyDeclaration policy) {
        DeclarationText writer = new DeclarationText();
        writer.write(policy);
        return writer.text.toString();
    }

    private void write(PolicyDeclaration policy) {
        line("policy {");
        Map<String, Map<String, String>> classes = new TreeMap<>();
        policy.getClassesMap()
                .forEach((name, declared) -> classes.put(name, declared.getSettingsMap()));
        Map<String, String> standard = classes.remove(DEFAULT);
        if (standard != null && !standard.isEmpty()) {
            block("    ", DEFAULT, standard);
        }
        section("classes", classes, (name, settings) -> block("        ", name, settings));
        section("vms", policy.getVmsMap(), this::vm);
        section("scheduler.devices", policy.getSchedulersMap(), this::scheduler);
        if (!policy.getRules().getText().isEmpty()) {
            line("    rules.text = " + rules(policy.getRules().getText()));
        }
        line("}");
    }

    private <T> void section(String name, Map<String, T> things, BiConsumer<String, T> write) {
        if (!things.isEmpty()) {
            line("    " + name + " {");
            new TreeMap<>(things).forEach(write);
            line("    }");
        }
    }

    private void vm(String name, DeclaredVm vm) {
        if (vm.getSettingsCount() == 0) {
            line(
                    "        "
                            + quoted(name)
                            + " = "
                            + quoted(vm.getClass_().isEmpty() ? DEFAULT : vm.getClass_()));
            return;
        }
        Map<String, String> settings = new TreeMap<>(vm.getSettingsMap());
        if (!vm.getClass_().isEmpty() && !vm.getClass_().equals(DEFAULT)) {
            settings.put("class", vm.getClass_());
        }
        block("        ", name, settings);
    }

    private void scheduler(String device, DeclaredScheduler scheduler) {
        Map<String, String> settings = new TreeMap<>(scheduler.getParametersMap());
        settings.put("name", scheduler.getName());
        block("        ", device, settings);
    }

    private void block(String indent, String name, Map<String, String> settings) {
        if (settings.isEmpty()) {
            line(indent + quoted(name) + " {}");
            return;
        }
        line(indent + quoted(name) + " {");
        new TreeMap<>(settings)
                .forEach((setting, value) ->
                        line(indent + "    " + path(setting) + " = " + quoted(value)));
        line(indent + "}");
    }

    /** Returns a setting's name as a path: a resource may have any name. */
    private static String path(String setting) {
        int dot = setting.indexOf('.');
        return dot < 0
                ? quoted(setting)
                : setting.substring(0, dot) + "." + quoted(setting.substring(dot + 1));
    }

    private static String quoted(String name) {
        return PLAIN.matcher(name).matches() ? name : ConfigUtil.quoteString(name);
    }

    /** Returns a text of several lines, unless it holds what would end it. */
    private static String rules(String text) {
        return text.contains("\"\"\"") || text.endsWith("\"")
                ? ConfigUtil.quoteString(text)
                : "\"\"\"" + text + "\"\"\"";
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
