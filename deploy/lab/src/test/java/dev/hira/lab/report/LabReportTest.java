package dev.hira.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.lab.measure.Recorder;
import dev.hira.lab.measure.Trace;
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

final class LabReportTest {
    private static final ReportTable TABLE =
            new ReportTable("times", "name", "ms").row("a \"b\", <c>", 1.5).row("d", 1234.4);

    private static final LabReport REPORT =
            new LabReport(
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
    void shouldQuoteCellsInCsv() {
        assertThat(CsvReport.of(TABLE))
                .isEqualTo("name,ms\r\n\"a \"\"b\"\", <c>\",1.500\r\nd,1234\r\n");
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
    void shouldMarkFindingsInText() {
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
        assertThatThrownBy(() -> new ReportTable("t", "a", "b").row("only one"))
                .hasMessageContaining("2 cells");
    }

    @Test
    void shouldDrawBarsAndPublishedNumbersWhereThereIsNoOtherChart() {
        ReportTable table =
                new ReportTable("rates", "scheduler", "1 s median", "loss", "published 1 s median")
                        .row("none", 42.0, "-", "-")
                        .row("fair", 2.5, 3.0, "2.6");
        LabReport report = new LabReport("n", "t", "s", "m", List.of(table), List.of(), List.of());
        String page = HtmlReport.page(report);

        assertThat(page.split("<rect", -1)).as("two rows of two columns").hasSize(5);
        assertThat(page.split("<path", -1)).as("one published number").hasSize(2);
        assertThat(page).contains("1 s median (diamonds: published)", ">42.00<");
    }

    @Test
    void shouldPutRoundNumbersAlongAxes() {
        assertThat(Ticks.linear(0, 12_602, 5)).containsExactly(0.0, 5000.0, 10_000.0);
        assertThat(Ticks.linear(0, 776, 5)).containsExactly(0.0, 200.0, 400.0, 600.0);
        assertThat(Ticks.logarithmic(100, 4000))
                .containsExactly(100.0, 200.0, 500.0, 1000.0, 2000.0);
        assertThat(Ticks.logarithmic(1, 1e6)).hasSize(7);
    }

    @Test
    void shouldShowAMissingNumberAsADash() {
        assertThat(new ReportTable("t", "a", "b").row("x", Double.NaN).rows().getFirst())
                .containsExactly("x", "-");
        assertThat(new Trace().wait(0.5)).isNaN();
        assertThat(new Trace().meanIteration()).isNaN();
    }

    @Test
    void shouldPrintATitleThatEqualsTheNameOnce() {
        LabReport report = new LabReport("mine", "mine", "s", "m", List.of(), List.of(), List.of());
        assertThat(TextReport.of(report)).startsWith("mine\n");
    }

    @Test
    void shouldCountConcurrentWorkOfADeviceOnce() {
        Recorder recorder = new Recorder();
        recorder.worked("a", "a", "gpu", 0, 60);
        recorder.worked("b", "b", "gpu", 50, 110);
        assertThat(recorder.busy("gpu", 0, 100)).isEqualTo(1.0);
        assertThat(recorder.busy("gpu", 100, 200)).isEqualTo(0.1);
    }
}
