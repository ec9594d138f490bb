package dev.hira.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.lab.report.Chart.Series;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportTest {
    private static final Table TABLE =
            new Table("times", "who", "ms").row("a \"b\", <c>", 1.5).row("d", 1234.4);

    private static final Report REPORT =
            new Report(
                    "x & y",
                    "a < b",
                    "nowhere",
                    "how it was done",
                    List.of(TABLE),
                    List.of(
                            new Chart(
                                    "t & u",
                                    "x",
                                    "y",
                                    true,
                                    List.of(
                                            new Series(
                                                    "s",
                                                    new double[] {1, 10, 100},
                                                    new double[] {0, 2, 1})))),
                    List.of(new Finding("it holds", "1 < 2", true)));

    @Test
    void shouldQuoteInCsvWhatWouldBreakIt() {
        assertThat(CsvReport.of(TABLE))
                .isEqualTo("who,ms\r\n\"a \"\"b\"\", <c>\",1.500\r\nd,1234\r\n");
    }

    @Test
    void shouldWritePagesThatAreWellFormed() {
        for (String page : List.of(HtmlReport.page(REPORT), HtmlReport.overview(List.of(REPORT)))) {
            String xml =
                    page.substring(page.indexOf("<body>"), page.indexOf("</html>"))
                            .replace("<br>", "<br/>");
            assertThatCode(() ->
                            DocumentBuilderFactory.newInstance()
                                    .newDocumentBuilder()
                                    .parse(
                                            new ByteArrayInputStream(
                                                    xml.getBytes(StandardCharsets.UTF_8))))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void shouldSayInTextWhatReproducesAndWhatDiffers() {
        assertThat(TextReport.of(REPORT))
                .contains("REPRODUCES  it holds")
                .doesNotContain("DIFFERS");
        assertThat(REPORT.reproduces()).isTrue();
    }

    @Test
    void shouldWriteAPageATableAndAnOverviewThatLinksThePage(@TempDir Path folder)
            throws IOException {
        LabFolder.write(folder, List.of(REPORT));

        assertThat(folder.resolve("x-y.html")).exists();
        assertThat(folder.resolve("x-y.csv")).exists();
        assertThat(Files.readString(folder.resolve("index.html"))).contains("href=\"x-y.html\"");
    }

    @Test
    void shouldRefuseRowsThatDoNotFit() {
        assertThatThrownBy(() -> new Table("t", "a", "b").row("only one"))
                .hasMessageContaining("2 cells");
    }
}
