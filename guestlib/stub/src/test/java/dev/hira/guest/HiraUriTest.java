package dev.hira.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiraUriTest {
    private static HiraUri of(String uri) {
        return HiraUri.of(HiraUri.parse(uri), name -> null);
    }

    @Test
    void shouldParseAUriWithAllParameters() {
        HiraUri uri =
                of(
                        "hira+unix:///run/hira.sock?vm=blue&token=a%26b&devices=2&strict=on&rings=off"
                                + "&memory=off&batch-bytes=1000&batch-records=9&flush-micros=50"
                                + "&lanes=3&split-bytes=65536&timeout-millis=70");

        assertThat(uri.endpoint()).hasToString("hira+unix:///run/hira.sock");
        assertThat(uri.request().vm()).isEqualTo("blue");
        assertThat(uri.request().token()).isEqualTo("a&b");
        assertThat(uri.request().devices()).isEqualTo(2);
        assertThat(uri.request().rings()).isFalse();
        assertThat(uri.request().memory()).isFalse();
        assertThat(uri.request().timeout()).isEqualTo(Duration.ofMillis(70));
        assertThat(uri.settings().strict()).isTrue();
        assertThat(uri.settings().batchBytes()).isEqualTo(1000);
        assertThat(uri.settings().batchRecords()).isEqualTo(9);
        assertThat(uri.settings().flushDelay()).isEqualTo(Duration.ofNanos(50_000));
        assertThat(uri.settings().lanes()).isEqualTo(3);
        assertThat(uri.settings().splitBytes()).isEqualTo(65_536);
        assertThat(uri.settings().framedSplitBytes()).isEqualTo(65_536);
    }

    @Test
    void shouldParseTheAddressesOfFurtherRouters() {
        HiraUri uri = of("hira://a:7070?also=hira://b:7071,hira://c:7072&vm=blue");
        assertThat(uri.endpoint()).isEqualTo(URI.create("hira://a:7070"));
        assertThat(uri.others())
                .containsExactly(URI.create("hira://b:7071"), URI.create("hira://c:7072"));
        assertThat(of("hira://a:7070").others()).isEmpty();
    }

    @Test
    void shouldSplitCopiesIntoSmallerPartsByDefaultWhenTheyTravelInFrames() {
        assertThat(of("hira://gpu:7070").settings().splitBytes()).isEqualTo(1 << 20);
        assertThat(of("hira://gpu:7070").settings().framedSplitBytes()).isEqualTo(512 << 10);
        assertThat(of("hira://gpu:7070?framed-split-bytes=2000000").settings().framedSplitBytes())
                .isEqualTo(2_000_000);
    }

    @Test
    void shouldTakeParametersMissingInTheUriFromTheEnvironment() {
        Map<String, String> environment =
                Map.of("HIRA_VM", "green", "HIRA_TOKEN", "t", "HIRA_STRICT", "1");
        HiraUri uri = HiraUri.of(URI.create("hira://gpu:7070?token=own"), environment::get);

        assertThat(uri.endpoint()).isEqualTo(URI.create("hira://gpu:7070"));
        assertThat(uri.request().vm()).isEqualTo("green");
        assertThat(uri.request().token()).isEqualTo("own");
        assertThat(uri.settings().strict()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    hira://host                    | lacks a host or a port
                    hira://a:1?also=hira://b       | lacks a host or a port
                    hira://a:1?also=hira+tls://b:1 | begin with the same scheme
                    hira://:70                     | lacks a host or a port
                    hira://host:70/x               | means nothing over TCP
                    hira+unix://run/hira.sock      | three slashes
                    hira+unix:/                    | three slashes
                    hira+tls://host:70             | name its folder in HIRA_TLS, or in the URI with tls=FOLDER
                    hira://host:70?tls=/run/id     | unknown parameter tls
                    http://host:70                 | names no router
                    hira:                          | hira: lacks a host or a port
                    hira+unix:                     | hira+unix: needs three slashes
                    hira://h:7?color=red           | unknown parameter color; known are vm, token, tls
                    hira://h:7?vm                  | "vm" is not a parameter; write name=value
                    hira://h:7?vm=a&vm=b           | the parameter vm twice
                    hira://h:7?vm=                 | the parameter vm is empty; give it a value, or leave it out
                    hira://h:99999                 | has the port 99999; ports are 1 to 65535
                    hira://h:7?devices=many        | devices is "many"; it must be a whole number
                    hira://h:7?devices=-1          | from 0 to 1024
                    hira://h:7?strict=perhaps      | it must be on or off
                    """)
    void shouldExplainWhyAUriIsInvalid(String uri, String complaint) {
        assertThatThrownBy(() -> of(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void shouldRefuseATextThatIsNotAUri() {
        assertThatThrownBy(() -> HiraUri.parse("hira://a b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"hira://a b\" is not a URI")
                .hasMessageContaining("hira+unix:///run/hira.sock");
    }

    @Test
    void shouldAcceptASchemeAlone() {
        assertThat(HiraUri.parse("sim:").getScheme()).isEqualTo("sim");
        assertThat(HiraUri.isRemote(HiraUri.parse("sim:?devices=2"))).isFalse();
    }
}
