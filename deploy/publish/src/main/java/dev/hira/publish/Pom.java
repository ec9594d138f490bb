package dev.hira.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * A module's {@code pom.xml} for users of its jar: without parent, and with the dependencies that
 * are not in the jar.
 */
final class Pom {
    private static final Set<String> FOR_USERS = Set.of("", "compile", "runtime");

    private final Element module;
    private final Element root;

    private Pom(Element module, Element root) {
        this.module = module;
        this.root = root;
    }

    /**
     * Reads the pom of a module.
     *
     * @param tree the source tree, whose own pom has version and license
     * @param module the folder of the module
     */
    static Pom read(Path tree, String module) throws IOException {
        return new Pom(
                parse(tree.resolve(module).resolve("pom.xml")), parse(tree.resolve("pom.xml")));
    }

    private static Element parse(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " cannot be read as XML", e);
        }
    }

    String group() {
        return text(root, "groupId");
    }

    String artifact() {
        return text(module, "artifactId");
    }

    String version() {
        return text(root, "version");
    }

    String description() {
        return text(module, "description");
    }

    /** Returns the coordinates as Maven writes them. */
    String coordinates() {
        return group() + ":" + artifact() + ":" + version();
    }

    /**
     * Returns the pom for users.
     *
     * @param published the published artifacts by the names of the modules that they hold
     */
    byte[] bytes(Map<String, String> published) {
        StringBuilder text = new StringBuilder();
        text.append(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                """);
        append(text, "  ", "groupId", group());
        append(text, "  ", "artifactId", artifact());
        append(text, "  ", "version", version());
        append(text, "  ", "name", text(module, "name"));
        append(text, "  ", "description", description());
        text.append("  <licenses>\n    <license>\n");
        Element license = children(children(root, "licenses").getFirst(), "license").getFirst();
        for (String part : List.of("name", "url", "distribution")) {
            append(text, "      ", part, text(license, part));
        }
        text.append("    </license>\n  </licenses>\n");
        appendDependencies(text, published);
        return text.append("</project>\n").toString().getBytes(UTF_8);
    }

    private void appendDependencies(StringBuilder text, Map<String, String> published) {
        text.append("  <dependencies>\n");
        for (Element parent : children(module, "dependencies")) {
            for (Element dependency : children(parent, "dependency")) {
                if (FOR_USERS.contains(text(dependency, "scope"))
                        && !text(dependency, "optional").equals("true")) {
                    text.append("    <dependency>\n");
                    appendDependency(text, dependency, published);
                    text.append("    </dependency>\n");
                }
            }
        }
        text.append("  </dependencies>\n");
    }

    private void appendDependency(
            StringBuilder text, Element dependency, Map<String, String> published) {
        String group = text(dependency, "groupId");
        String name = text(dependency, "artifactId");
        boolean own = group.equals(group());
        append(text, "      ", "groupId", group);
        append(text, "      ", "artifactId", own ? published.getOrDefault(name, name) : name);
        append(text, "      ", "version", own ? version() : managedVersion(name));
        for (String optional : List.of("classifier", "scope")) {
            if (!text(dependency, optional).isEmpty()) {
                append(text, "      ", optional, text(dependency, optional));
            }
        }
        if (!own) {
            text.append("      <exclusions>\n");
            text.append("        <exclusion><groupId>*</groupId><artifactId>*</artifactId>");
            text.append("</exclusion>\n      </exclusions>\n");
        }
    }

    /** Returns the version that the tree's own pom gives a library. */
    private String managedVersion(String artifact) {
        for (Element management : children(root, "dependencyManagement")) {
            for (Element all : children(management, "dependencies")) {
                for (Element dependency : children(all, "dependency")) {
                    if (text(dependency, "artifactId").equals(artifact)) {
                        return resolved(text(dependency, "version"));
                    }
                }
            }
        }
        throw new IllegalStateException("the tree's pom.xml has no version of " + artifact);
    }

    private String resolved(String version) {
        return version.startsWith("${")
                ? text(
                        children(root, "properties").getFirst(),
                        version.substring(2, version.length() - 1))
                : version;
    }

    private static void append(StringBuilder text, String indent, String name, String value) {
        String escaped = value.replace("&", "&amp;").replace("<", "&lt;");
        text.append(indent).append('<').append(name).append('>').append(escaped);
        text.append("</").append(name).append(">\n");
    }

    /** Returns the text of the first child of a name; empty if there is none. */
    private static String text(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? "" : found.getFirst().getTextContent().strip();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                children.add(element);
            }
        }
        return children;
    }
}
