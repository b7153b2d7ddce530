package roundtrip

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

func TestDroppedValues(t *testing.T) {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	codecs := serializer.NewCodecFactory(scheme)
	rule := rules.Find("dropped-value")
	opts := lint.Options{Rules: &rules.Selection{Active: []rules.Active{{Rule: rule, Severity: rule.Severity}}}}
	linter := lint.New(kube.Latest)

	dropped := 0
	for name, text := range documents(t) {
		file := source.Read(name, text)
		if len(file.Documents) != 1 {
			continue // each is in other cases by itself
		}
		report := linter.File(file, opts)
		if len(report.Documents) != 1 {
			continue
		}
		asJSON, err := yaml.YAMLToJSON(text)
		if err != nil {
			continue
		}
		crd, _, err := codecs.UniversalDecoder().Decode(asJSON, nil, nil)
		if err != nil {
			continue // the server does not store it
		}
		var of metav1.TypeMeta
		if json.Unmarshal(asJSON, &of) != nil || of.APIVersion != v1.SchemeGroupVersion.String() {
			continue // its code reads v1beta1 still, which it does not serve
		}
		stored, err := runtime.Encode(codecs.LegacyCodec(v1.SchemeGroupVersion), crd)
		if err != nil {
			t.Fatal(err)
		}
		var before, after any
		if err := json.Unmarshal(asJSON, &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(stored, &after); err != nil {
			t.Fatal(err)
		}
		want := gone(before, after, "")
		var got []string
		unknown := false
		for _, f := range report.Findings {
			switch f.Rule {
			case rule.ID:
				got = append(got, f.Path)
			case "unknown-field", "duplicate-field", "wrong-type":
				unknown = true
			}
		}
		if unknown {
			continue
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the rule names\n%s\nthe server drops\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		dropped += len(want)
	}
	if dropped < 40 {
		t.Errorf("only %d values are dropped in all documents", dropped)
	}
	t.Logf("%d values are dropped", dropped)
}

// gone returns the paths of what is in one value and not in the other, of what is
// gone with its object only that. What the rule server-field is for is left out.
func gone(before, after any, at string) []string {
	var paths []string
	switch b := before.(type) {
	case map[string]any:
		a, _ := after.(map[string]any)
		for key, value := range b {
			path := strings.TrimPrefix(at+"."+key, ".")
			if path == "status" || path == "metadata.creationTimestamp" {
				continue
			}
			other, kept := a[key]
			if !kept {
				paths = append(paths, path)
				continue
			}
			paths = append(paths, gone(value, other, path)...)
		}
	case []any:
		a, _ := after.([]any)
		for i, item := range b {
			if i < len(a) {
				paths = append(paths, gone(item, a[i], fmt.Sprintf("%s[%d]", at, i))...)
			}
		}
	}
	return paths
}

// documents are the CRDs of all cases, and the corpus where it is present.
func documents(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	cases, err := filepath.Glob("../../testdata/*/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("%v, %d cases", err, len(cases))
	}
	for _, name := range cases {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range golden.Parse(text).Files {
			if strings.HasSuffix(f.Name, ".yaml") {
				all[name+"/"+f.Name] = f.Data
			}
		}
	}
	corpus := sweep.Corpus()
	files, _ := filepath.Glob(corpus + "/dev/*/crds/*.yaml")
	if len(files) == 0 {
		t.Log("no corpus is there; only the cases were compared")
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = text
	}
	return all
}
