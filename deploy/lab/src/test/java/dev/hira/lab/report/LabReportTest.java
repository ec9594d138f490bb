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
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LabReportTest {
    private static final ReportTable TABLE =
            new ReportTable("times", "name", "ms").row("a \"b\", <c>", 1.5).row("d", 1234.4);

    private static final LabRun RUN =
            new LabRun("hira lab run x", Instant.parse("2026-11-29T10:15:30Z"), "0.1.0");

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
                    List.of(
                            Finding.published("it holds", Check.atMost("it", 1, 2, "ms")),
                            Finding.goal("it is slow", Check.atLeast("it", 1, 2, "ms"))
                                    .because("of <haste>")));

    @Test
    void shouldQuoteCellsInCsv() {
        assertThat(CsvReport.of(TABLE))
                .isEqualTo("name,ms\r\n\"a \"\"b\"\", <c>\",1.500\r\nd,1234\r\n");
    }

    @Test
    void shouldWritePagesThatAreWellFormed() {
        List<String> csv = List.of("x-y.csv");
        for (String page :
                List.of(
                        HtmlReport.page(REPORT, RUN, csv),
                        HtmlReport.overview(List.of(LabEntry.of(REPORT, RUN, csv))))) {
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
                .contains("REPRODUCES   it holds", "here: it 1 ms (at most 2 ms)")
                .contains("GOAL MISSED  it is slow", "(at least 2 ms); expected: of <haste>")
                .doesNotContain("DIFFERS");
        assertThat(REPORT.isExpected()).isTrue();
        assertThat(LabReport.verdict(List.of(REPORT)))
                .isEqualTo("1 of 1 published findings reproduce, 0 of 1 goals of Hira are kept");
    }

    @Test
    void shouldJudgeAFindingByTheBoundsThatItPrints() {
        assertThat(Check.published("median", 3.99, 2.4, 2, "%"))
                .hasToString("median 3.99 % (published 2.4 %, ± 2 %)")
                .matches(Check::holds);
        assertThat(Check.published("lost", 0.775, 7, 2, "%").holds()).isFalse();
        assertThat(Check.published("lost", 9.01, 7, 2, "%").holds()).isFalse();
        assertThat(Check.between("ratio", Double.NaN, 0, 1, "")).matches(check -> !check.holds());
        assertThatThrownBy(() -> Finding.published("nothing is measured"))
                .hasMessageContaining("nothing decides");
        assertThat(Finding.published("a", Check.atMost("x", 1, 2, ""), Check.atMost("y", 3, 2, "")))
                .matches(finding -> !finding.holds())
                .matches(finding -> finding.verdict().equals("DIFFERS"))
                .matches(finding -> !finding.isExpected());
    }

    @Test
    void shouldWriteAPageATableAndAnOverviewThatLinksThePage(@TempDir Path folder)
            throws IOException {
        LabFolder.write(folder, List.of(REPORT), RUN);

        assertThat(LabFolder.page(folder, REPORT)).exists();
        assertThat(folder.resolve("x-y.csv")).exists();
        assertThat(Files.readString(folder.resolve("index.html"))).contains("href=\"x-y.html\"");
        assertThat(Files.readString(folder.resolve("x-y.html")))
                .contains("hira lab run x, 2026-11-29T10:15:30Z, Hira 0.1.0")
                .contains("href=\"x-y.csv\"", "Source: nowhere", "<b class=\"holds\">REPRODUCES")
                .contains("<b class=\"differs\">GOAL MISSED");
    }

    @Test
    void shouldListTheReportsOfEarlierRunsInTheOverview(@TempDir Path folder) throws IOException {
        LabReport other =
                new LabReport("é", "b", "s", "m", List.of(TABLE, TABLE), List.of(), List.of());
        LabFolder.write(folder, List.of(REPORT), RUN);
        LabFolder.write(
                folder,
                List.of(other),
                new LabRun("hira lab scenario é.conf", RUN.time().plusSeconds(60), "0.1.0"));

        String index = Files.readString(folder.resolve("index.html"));
        assertThat(index)
                .containsSubsequence(
                        "href=\"-.html\"",
                        "hira lab scenario é.conf, 2026-11-29T10:16:30Z",
                        "href=\"--1-times.csv\"",
                        "href=\"--2-times.csv\"",
                        "href=\"x-y.html\"",
                        "hira lab run x",
                        "1 of 1 published findings reproduce",
                        "href=\"x-y.csv\"");
    }

    @Test
    void shouldLeaveOtherFilesOfTheFolderOutOfTheOverview(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("foreign.properties"), "title=foreign\n");
        Files.writeString(folder.resolve("malformed.properties"), "path=C:\\users\n");
        Files.writeString(folder.resolve("empty.hira-report.properties"), "title=foreign\n");
        Files.writeString(folder.resolve("bad.hira-report.properties"), "title=\\users\n");
        Files.write(folder.resolve("worse.hira-report.properties"), new byte[] {(byte) 0xff});
        LabFolder.write(folder, List.of(REPORT), RUN);

        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("href=\"x-y.html\"")
                .doesNotContain("foreign", "malformed", "empty.html", "bad.html", "worse.html");
    }

    @Test
    void shouldDrawColumnsOfTheSameNameOnTheSameScale() {
        ReportTable small = new ReportTable("Scheduler a", "VM", "rate").row("x", 1.0);
        ReportTable large = new ReportTable("Scheduler b", "VM", "rate").row("x", 100.0);
        LabReport report =
                new LabReport("n", "t", "s", "m", List.of(small, large), List.of(), List.of());
        String page = HtmlReport.page(report, RUN, List.of("n-1.csv", "n-2.csv"));

        assertThat(page)
                .containsSubsequence(
                        "<h2>Scheduler a</h2>",
                        ">100</text>",
                        "width=\"5.4\"",
                        "<h2>Scheduler b</h2>",
                        ">100</text>",
                        "width=\"540.0\"");
    }

    @Test
    void shouldShowAnIndexBelowOneAsShorterThanAPartOfAHundred() {
        ReportTable table =
                new ReportTable("t", "scheduler", "busy %", "Jain").row("fair", 99.87, 0.693);
        String chart = BarChart.of(table, List.of(table));

        assertThat(chart).contains("width=\"539.3\"", "width=\"374.2\"", ">0.50<", ">1<");
    }

    @Test
    void shouldPutTicksAtThePlacesOfFewPoints() {
        double[] vms = {1, 2, 4, 8, 16};
        String chart =
                SvgChart.of(
                        new Chart("t", "VMs", "y", true, List.of(new Series("fair", vms, vms))));

        assertThat(chart).contains(">1<", ">2<", ">4<", ">8<", ">16<", ">fair<");
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
        String page = HtmlReport.page(report, RUN, List.of("n.csv"));

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
