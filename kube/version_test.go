package kube_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/kube"
)

func TestParseVersions(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"1.30", "1.30"},
		{"v1.30", "1.30"},
		{"v1.30.2", "1.30"},
		{"1.30.2+k3s1,v1.29.4-gke.100", "1.29 1.30"},
		{"1.29.4-1.31.2", "1.29 1.30 1.31"},
		{"v1.29.4-gke.100-v1.31.2-eks-1234", "1.29 1.30 1.31"},
		{"v1.36.0-rc.1-", "1.36 1.37"},
		{"-1.26.4", "1.25 1.26"},
		{"1.30,1.29, 1.30", "1.29 1.30"},
		{"1.35-", "1.35 1.36 1.37"},
		{"-1.26", "1.25 1.26"},
		{"1.27-1.29", "1.27 1.28 1.29"},
		{"-1.25,1.36-", "1.25 1.36 1.37"},
		{"all", "1.25 1.26 1.27 1.28 1.29 1.30 1.31 1.32 1.33 1.34 1.35 1.36 1.37"},
		{"", `"" is no range of Kubernetes versions; write one as in 1.27-, 1.27-1.30, or all`},
		{"-", `"-" is no range of Kubernetes versions; write one as in 1.27-, 1.27-1.30, or all`},
		{"1.30-1.28", "the range 1.30-1.28 of Kubernetes versions is empty; write 1.28-1.30"},
		{"1.24", `unknown Kubernetes version "1.24"; supported is 1.25 to 1.37; the nearest is 1.25`},
		{"1.30-1.38", `unknown Kubernetes version "1.38"; supported is 1.25 to 1.37; the nearest is 1.37`},
		{"1.30-x", `unknown Kubernetes version "x"; supported is 1.25 to 1.37, a range as in 1.27- or 1.27-1.30, a list with commas, or all`},
		{"banana", `unknown Kubernetes version "banana"; supported is 1.25 to 1.37, a range as in 1.27- or 1.27-1.30, a list with commas, or all`},
		{"30", `"30" names no Kubernetes versions; did you mean "1.30"?`},
		{"1.30,", `"1.30," names no Kubernetes versions; did you mean "1.30"?`},
		{"1.30+", `"1.30+" names no Kubernetes versions; did you mean "1.30-"?`},
		{">= 1.30", `">= 1.30" names no Kubernetes versions; did you mean "1.30-"?`},
		{"<=1.30", `"<=1.30" names no Kubernetes versions; did you mean "-1.30"?`},
		{"1.28..1.30", `"1.28..1.30" names no Kubernetes versions; did you mean "1.28-1.30"?`},
		{"1.28 to latest", `"1.28 to latest" names no Kubernetes versions; did you mean "1.28-1.37"?`},
		{"1.28 1.30.4", `"1.28 1.30.4" names no Kubernetes versions; did you mean "1.28,1.30"?`},
		{"[1.28, 1.3]", `"[1.28, 1.3]" names no Kubernetes versions; did you mean "1.28,1.30"?`},
		{"ALL", `"ALL" names no Kubernetes versions; did you mean "all"?`},
	} {
		list, err := kube.ParseVersions(test.text)
		got := strings.Trim(fmt.Sprint(list), "[]")
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// TestParseReleases reads versions as kubectl and providers print them.
func TestParseReleases(t *testing.T) {
	for text, minor := range map[string]int{
		"1.30": 30, "v1.30": 30, "1.30.2": 30, "v1.30.2": 30, "1.30.2+k3s1": 30, "v1.29.4-gke.100": 29, "v1.31.0-eks-a737599": 31,
		"v1.32.0-rc.1": 32, "1.28.9+rke2r1": 28, "v1.30.14-vmware.1+fips.1": 30, "v1.27.16-aliyun.1": 27,
	} {
		if v, err := kube.ParseVersion(text); err != nil || v.Minor != minor {
			t.Errorf("%s: %v, %v", text, v, err)
		}
	}
	for _, text := range []string{"1.30.", "1.30.x", "1.30.2-", "1.30.2+", "1.+30", "1.30.-1", "1.30.2 beta", "v1", "1.", ""} {
		if v, err := kube.ParseVersion(text); err == nil {
			t.Errorf("%s is read as %s", text, v)
		}
	}
}

func TestSpans(t *testing.T) {
	for _, test := range []struct{ versions, want string }{
		{"1.27", "1.27"},
		{"1.27,1.28", "1.27 and 1.28"},
		{"1.27-1.29", "1.27 to 1.29"},
		{"1.27-1.29,1.31", "1.27 to 1.29 and 1.31"},
		{"1.25,1.27,1.29-1.32", "1.25, 1.27 and 1.29 to 1.32"},
	} {
		list, err := kube.ParseVersions(test.versions)
		if err != nil {
			t.Fatal(err)
		}
		if got := kube.Spans(list); got != test.want {
			t.Errorf("%s: %s, want %s", test.versions, got, test.want)
		}
	}
	if got := kube.Spans(nil); got != "" {
		t.Errorf("none: %q", got)
	}
}

func TestParseVersionSaysWhatWasMeant(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"1.99", `unknown Kubernetes version "1.99"; supported is 1.25 to 1.37; the nearest is 1.37`},
		{"1.20", `unknown Kubernetes version "1.20"; supported is 1.25 to 1.37; the nearest is 1.25`},
		{"1.3", `unknown Kubernetes version "1.3"; supported is 1.25 to 1.37; did you mean 1.30?`},
		{"1.2", `unknown Kubernetes version "1.2"; supported is 1.25 to 1.37; the nearest is 1.25`},
		{"30", `unknown Kubernetes version "30"; supported is 1.25 to 1.37; did you mean 1.30?`},
		{"1.30.x", `unknown Kubernetes version "1.30.x"; supported is 1.25 to 1.37; did you mean 1.30?`},
		{"v1.24.4-gke.1348000", `unknown Kubernetes version "v1.24.4-gke.1348000"; supported is 1.25 to 1.37; the nearest is 1.25`},
		{"1.30.4-1.31.2", `"1.30.4-1.31.2" names several Kubernetes versions, where one is asked for; write one of them, as in 1.30`},
		{"latest", `unknown Kubernetes version "latest"; supported is 1.25 to 1.37; did you mean 1.37?`},
		{"1.30-", `"1.30-" names several Kubernetes versions, where one is asked for; write one of them, as in 1.30`},
		{"1.31,1.30", `"1.31,1.30" names several Kubernetes versions, where one is asked for; write one of them, as in 1.30`},
		{"banana", `unknown Kubernetes version "banana"; supported is 1.25 to 1.37`},
		{"", `unknown Kubernetes version ""; supported is 1.25 to 1.37`},
		{"2.0", `unknown Kubernetes version "2.0"; supported is 1.25 to 1.37`},
	} {
		_, err := kube.ParseVersion(test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}
