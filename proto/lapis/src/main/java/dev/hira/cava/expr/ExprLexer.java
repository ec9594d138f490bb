package dev.hira.cava.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits an expression into tokens. */
final class ExprLexer {
    private static final Pattern TOKEN =
            Pattern.compile(
                    "\\s*(?:(\\w+)|(\\|\\||&&|==|!=|<=|>=|[-+*/%<>!?:(),.]))",
                    Pattern.UNICODE_CASE);

    private ExprLexer() {}

    static List<Token> tokens(String text) throws ExprException {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        int at = 0;
        while (at < text.stripTrailing().length()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw new ExprException(
                        text, at + 1, "'" + text.substring(at).strip() + "' cannot be read");
            }
            int group = matcher.group(1) != null ? 1 : 2;
            tokens.add(new Token(matcher.group(group), matcher.start(group) + 1));
            at = matcher.end();
        }
        tokens.add(new Token("", text.length() + 1));
        return tokens;
    }
}
