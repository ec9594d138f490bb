package dev.hira.sim.ptx.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads symbols of C++ as the Itanium ABI makes them, as far as kernels and their variables need
 * it: {@code _Z4axpyIfEvT_PS0_} is {@code axpy<float>}. Parameters of functions are left out.
 */
public final class CppName {
    /** What a symbol may have; others come from no compiler. */
    private static final int MOST_CHARS = 1024;

    private static final int MOST_DEPTH = 48;

    /** Between a function of OpenCL C and its variable, as LLVM writes the dot of "k.a" in PTX. */
    private static final String OF_FUNCTION = "_$_";

    private static final Map<String, String> BUILTIN =
            Map.ofEntries(
                    Map.entry("v", "void"),
                    Map.entry("w", "wchar_t"),
                    Map.entry("b", "bool"),
                    Map.entry("c", "char"),
                    Map.entry("a", "signed char"),
                    Map.entry("h", "unsigned char"),
                    Map.entry("s", "short"),
                    Map.entry("t", "unsigned short"),
                    Map.entry("i", "int"),
                    Map.entry("j", "unsigned int"),
                    Map.entry("l", "long"),
                    Map.entry("m", "unsigned long"),
                    Map.entry("x", "long long"),
                    Map.entry("y", "unsigned long long"),
                    Map.entry("n", "__int128"),
                    Map.entry("o", "unsigned __int128"),
                    Map.entry("f", "float"),
                    Map.entry("d", "double"),
                    Map.entry("z", "..."),
                    Map.entry("Dh", "half"),
                    Map.entry("Di", "char32_t"),
                    Map.entry("Ds", "char16_t"),
                    Map.entry("Du", "char8_t"),
                    Map.entry("Da", "auto"),
                    Map.entry("Dn", "std::nullptr_t"));

    private static final Map<Character, String> AROUND =
            Map.of(
                    'P',
                    "*",
                    'R',
                    "&",
                    'O',
                    "&&",
                    'K',
                    " const",
                    'V',
                    " volatile",
                    'r',
                    " restrict");

    /** How literals of a type end. */
    private static final Map<String, String> SUFFIXES =
            Map.of(
                    "int", "",
                    "unsigned int", "u",
                    "long", "l",
                    "unsigned long", "ul",
                    "long long", "ll",
                    "unsigned long long", "ull");

    private final String symbol;
    private final List<String> substitutions = new ArrayList<>();
    private List<String> arguments = List.of();
    private int at = 2;
    private int depth;

    /** The symbol has something that this class does not read. */
    private static final class NotRead extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotRead() {
            super(null, null, false, false);
        }
    }

    private CppName(String symbol) {
        this.symbol = symbol;
    }

    /**
     * Returns the name for people; the symbol itself where it is none of C++, or an unusual one.
     */
    public static String readable(String symbol) {
        if (!symbol.startsWith("_Z") || symbol.length() > MOST_CHARS) {
            return symbol.replace(OF_FUNCTION, "::");
        }
        try {
            return new CppName(symbol).name();
        } catch (NotRead e) {
            return symbol;
        }
    }

    /** Reads a function with the types of its parameters, or a variable, up to an end mark. */
    private String encoding() {
        String name = name();
        while (!accept("E")) {
            type();
        }
        return name;
    }

    private String name() {
        if (accept("N")) {
            return nested();
        }
        if (accept("Z")) {
            return local();
        }
        if (accept("St")) {
            return withArguments("std::" + unqualified(), true);
        }
        if (peek() == 'S') {
            return withArguments(substitution(), false);
        }
        return withArguments(unqualified(), true);
    }

    /** Reads the arguments of a template behind its name, if there are any. */
    private String withArguments(String name, boolean isNew) {
        if (peek() != 'I') {
            return name;
        }
        if (isNew) {
            substitutions.add(name);
        }
        return bounded(name + templateArguments());
    }

    private String nested() {
        while ("rVKRO".indexOf(peek()) >= 0) {
            at++;
        }
        String name = "";
        boolean last = false;
        while (!accept("E")) {
            if (accept("St")) {
                name = "std";
                last = false;
            } else if (peek() == 'S') {
                name = substitution();
                last = false;
            } else {
                name = peek() == 'I' ? name + templateArguments() : component(name);
                substitutions.add(bounded(name));
                last = true;
            }
        }
        if (last) {
            substitutions.removeLast();
        }
        return name;
    }

    private String component(String before) {
        String own = peek() == 'T' ? templateParameter() : unqualified();
        return before.isEmpty() ? own : before + "::" + own;
    }

    /** Something that is declared in a function. */
    private String local() {
        String function = encoding();
        if (accept("s")) {
            return function + "::string";
        }
        List<String> outer = arguments;
        String own = name();
        arguments = outer;
        if (accept("__")) {
            number();
            expect("_");
        } else if (accept("_")) {
            at++;
        }
        return bounded(function + "::" + own);
    }

    private String unqualified() {
        accept("L");
        if (accept("Ul")) {
            while (!accept("E")) {
                type();
            }
            if (peek() != '_') {
                number();
            }
            expect("_");
            return "lambda";
        }
        if (!Character.isDigit(peek())) {
            throw new NotRead();
        }
        int length = number();
        if (length == 0 || length > symbol.length() - at) {
            throw new NotRead();
        }
        String name = symbol.substring(at, at + length);
        at += length;
        while (accept("B")) {
            at += number();
        }
        return name.startsWith("_GLOBAL__N_") ? "(anonymous namespace)" : name;
    }

    private String templateArguments() {
        expect("I");
        List<String> read = new ArrayList<>();
        while (!accept("E")) {
            templateArgument(read);
        }
        arguments = read;
        return "<" + String.join(", ", read) + ">";
    }

    private void templateArgument(List<String> into) {
        if (accept("L")) {
            into.add(literal());
        } else if (accept("J")) {
            while (!accept("E")) {
                templateArgument(into);
            }
        } else if (accept("X")) {
            into.add(expression());
            expect("E");
        } else {
            into.add(type());
        }
    }

    /** Reads the address of something, a parameter or a literal; others are not read. */
    private String expression() {
        accept("ad");
        if (peek() == 'T') {
            return templateParameter();
        }
        expect("L");
        return literal();
    }

    private String literal() {
        if (accept("_Z")) {
            return "&" + encoding();
        }
        String type = type();
        String sign = accept("n") ? "-" : "";
        int begin = at;
        at = symbol.indexOf('E', at) + 1;
        if (at == 0) {
            throw new NotRead();
        }
        String digits = sign + symbol.substring(begin, at - 1);
        if (type.equals("bool")) {
            return digits.equals("1") ? "true" : "false";
        }
        String suffix = SUFFIXES.get(type);
        return suffix == null ? "(" + type + ")" + digits : digits + suffix;
    }

    private String type() {
        return deeper(this::anyType);
    }

    private String anyType() {
        String around = AROUND.get(peek());
        if (around != null) {
            at++;
            return substitutable(type() + around);
        }
        for (int length = 1; length <= 2 && at + length <= symbol.length(); length++) {
            String builtin = BUILTIN.get(symbol.substring(at, at + length));
            if (builtin != null) {
                at += length;
                return builtin;
            }
        }
        if (accept("Dp")) {
            return type();
        }
        if (accept("Dv")) {
            int count = number();
            expect("_");
            return substitutable(type() + count);
        }
        if (accept("A")) {
            String count = Character.isDigit(peek()) ? "[" + number() + "]" : "[]";
            expect("_");
            return substitutable(type() + count);
        }
        if (accept("F")) {
            return function();
        }
        if (accept("U")) {
            unqualified();
            return substitutable(type());
        }
        if (peek() == 'T') {
            return withArguments(substitutable(templateParameter()), false);
        }
        return namedType();
    }

    private String namedType() {
        boolean known = peek() == 'S' && !symbol.startsWith("St", at);
        List<String> outer = arguments;
        int before = at;
        String name = name();
        arguments = outer;
        boolean isSubstitution = known && symbol.charAt(at - 1) != 'E' && at - before <= 4;
        return isSubstitution ? name : substitutable(name);
    }

    private String function() {
        accept("Y");
        List<String> types = new ArrayList<>();
        while (!accept("E")) {
            types.add(type());
        }
        if (types.isEmpty()) {
            throw new NotRead();
        }
        String parameters = String.join(", ", types.subList(1, types.size()));
        return substitutable(
                types.getFirst() + " (" + (parameters.equals("void") ? "" : parameters) + ")");
    }

    private String templateParameter() {
        expect("T");
        int index = sequence(10);
        if (index >= arguments.size()) {
            throw new NotRead();
        }
        return arguments.get(index);
    }

    private String substitution() {
        expect("S");
        String standard =
                switch (peek()) {
                    case 'a' -> "std::allocator";
                    case 'b' -> "std::basic_string";
                    case 's' -> "std::string";
                    default -> "";
                };
        if (!standard.isEmpty()) {
            at++;
            return standard;
        }
        int index = sequence(36);
        if (index >= substitutions.size()) {
            throw new NotRead();
        }
        return substitutions.get(index);
    }

    /** Reads the number before an underline: none is 0, "0" is 1. */
    private int sequence(int radix) {
        int end = symbol.indexOf('_', at);
        if (end < 0 || end - at > 4) {
            throw new NotRead();
        }
        int number = 0;
        for (; at < end; at++) {
            int digit = Character.digit(symbol.charAt(at), radix);
            if (digit < 0) {
                throw new NotRead();
            }
            number = number * radix + digit + (at + 1 == end ? 1 : 0);
        }
        at++;
        return number;
    }

    private int number() {
        int begin = at;
        while (Character.isDigit(peek()) && at - begin < 5) {
            at++;
        }
        if (begin == at) {
            throw new NotRead();
        }
        return Integer.parseInt(symbol, begin, at, 10);
    }

    private String substitutable(String name) {
        substitutions.add(bounded(name));
        return name;
    }

    /** Names that repeat each other by substitutions could grow without end. */
    private static String bounded(String name) {
        if (name.length() > MOST_CHARS) {
            throw new NotRead();
        }
        return name;
    }

    private String deeper(Supplier<String> what) {
        if (++depth > MOST_DEPTH) {
            throw new NotRead();
        }
        String read = what.get();
        depth--;
        return read;
    }

    private char peek() {
        return at < symbol.length() ? symbol.charAt(at) : '\0';
    }

    private boolean accept(String what) {
        boolean there = symbol.startsWith(what, at);
        at += there ? what.length() : 0;
        return there;
    }

    private void expect(String what) {
        if (!accept(what)) {
            throw new NotRead();
        }
    }
}
