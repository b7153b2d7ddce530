package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
)

var update = flag.Bool("update", false, "write docs/crdtool.schema.json")

const published = "../../../docs/crdtool.schema.json"

// configs are texts and what is wrong with them: the place and a part of each
// message.
var configs = []struct {
	text  string
	wrong []string
}{
	{"", nil},
	{"# only a comment\n", nil},
	{"profile: strict\n", nil},
	{"profile:\nrules:\nexclude:\n", nil},
	{"profile: stict\n", []string{`1:10: profile: unknown value "stict"; did you mean "strict"?`}},
	{"profil: strict\n", []string{`1:1: unknown key "profil"; did you mean "profile"?`}},
	{"profile: [strict]\n", []string{"1:10: profile: must be a string"}},
	{"profile: by name\n", []string{`1:10: profile: unknown value "by name"`}},
	{"- profile\n", []string{"1:1: the configuration must be a mapping"}},
	{"kubeVersion: \"1.37\"\n", nil},
	{"kubeVersion: 1.37\n", nil},
	{"kubeVersion: v1.37\n", nil},
	{"kubeVersion: v1.30.2\n", nil},
	{"kubeVersion: 1.30.2+k3s1\n", nil},
	{"kubeVersion: v1.29.4-gke.100\n", nil},
	{"kubeVersions: v1.29.4-\n", nil},
	{"kubeVersions: 1.29.4-1.31.2\n", nil},
	{"kubeVersion: 1.24\n", []string{`1:14: kubeVersion: unknown Kubernetes version "1.24"`}},
	{"kubeVersion: banana\n", []string{`1:14: kubeVersion: unknown Kubernetes version "banana"; supported is 1.25 to 1.37`}},
	{"kubeVersion: 1.29-\n", []string{`1:14: kubeVersion: "1.29-" names several Kubernetes versions, where one is asked for; write one of them, as in 1.29, or: kubeVersions: 1.29-`}},
	{"kubeVersion: [1.29]\n", []string{"1:14: kubeVersion: must be a string"}},
	{"kubeVersions: 1.29-\n", nil},
	{"kubeVersions: 1.30\n", nil},
	{"kubeVersions:\n", nil},
	{"kubeVersions: 1.30+\n", []string{`1:15: kubeVersions: "1.30+" names no Kubernetes versions; did you mean "1.30-"?`}},
	{"kubeVersions: [1.29, 1.30]\n", []string{"1:15: kubeVersions: must be a string, not a list; write: kubeVersions: 1.29,1.30"}},
	{"kubeVersions: [1.29, banana]\n", []string{"1:15: kubeVersions: must be a string, not a list; write a range as in 1.27- or 1.27-1.30, a list as in 1.29,1.31, or all"}},
	{"kubeVersions: []\n", []string{"1:15: kubeVersions: must be a string, not a list; write a range"}},
	{"kubeVersions: {from: 1.29}\n", []string{"1:15: kubeVersions: must be a string"}},
	{"kubeVersions: ''\n", []string{"1:15: kubeVersions: names no Kubernetes versions; write a range"}},
	{"requires: 1.29\n", []string{`1:1: unknown key "requires"; write: kubeVersions: 1.29-`}},
	{"kubeversions: 1.29\n", []string{`1:1: unknown key "kubeversions"; did you mean "kubeVersions"?`}},
	{"failOn: warning\n", nil},
	{"failOn: warnings\n", []string{`1:9: failOn: unknown value "warnings"; did you mean "warning"?`}},
	{"rules: {float: off}\n", nil},
	{"rules: {float: on}\n", nil},
	{"rules: {float: error}\n", nil},
	{"rules:\n  float:\n    severity: info\n    paths: [\"config/**\"]\n    exclude: [\"**/legacy/*.yaml\"]\n", nil},
	{"rules: {float: of}\n", []string{`1:16: rules.float: unknown value "of"`}},
	{"rules: {flaot: off}\n", []string{`1:9: rules: unknown rule "flaot"; did you mean "float"?`}},
	{"rules: {float: {severty: off}}\n", []string{`1:17: rules.float: unknown key "severty"; did you mean "severity"?`}},
	{"rules: {float: {options: {a: 1}}}\n", []string{"1:26: rules.float.options: the rule has no options"}},
	{"rules: {structural-type: off}\n", []string{"1:26: rules.structural-type: structural-type is a check of kube-apiserver"}},
	{"rules: {unknown-format: off}\n", nil},
	{"rules: {unused-ignore: off}\n", nil},
	{"rules: {negative-boolean: {options: {words: [no]}}}\n", nil},
	{"ignoreMissingCRDs: true\n", nil},
	{"ignoreMissingCRDs:\n", nil},
	{"ignoreMissingCRDs: maybe\n", []string{"1:20: ignoreMissingCRDs: must be true or false"}},
	{"rules: {negative-boolean: {options: {word: [no]}}}\n", []string{`1:38: rules.negative-boolean.options: unknown key "word"; did you mean "words"?`}},
	{"rules: {optional-fields: {options: {pointers: when-required, omitempty: ignored}}}\n", nil},
	{"rules: {optional-fields: {options: {pointers: sometimes}}}\n", []string{`1:47: rules.optional-fields.options.pointers: unknown value "sometimes"; supported are always, when-required`}},
	{"rules: {conflicting-markers: {options: {conflicts: ['a b | c', d]}}}\n", []string{`1:64: rules.conflicting-markers.options.conflicts: "d" is not of the form MARKER ... | MARKER ...`}},
	{"rules: {preferred-markers: {options: {markers: [a -> b, a]}}}\n", []string{`1:57: rules.preferred-markers.options.markers: "a" is not of the form MARKER ... -> MARKER`}},
	{"rules: {unique-markers: {options: {markers: [a, 'b(c, d)', 'b(c']}}}\n", []string{`1:60: rules.unique-markers.options.markers: "b(c" is not of the form MARKER or MARKER(ARGUMENT, ...)`}},
	{"rules: {negative-boolean: {options: {words: no}}}\n", []string{"1:45: rules.negative-boolean.options.words: must be a list"}},
	{"rules: [float]\n", []string{"1:8: rules: must be a mapping"}},
	{"exclude: [\"vendor/**\", a.yaml]\n", nil},
	{"exclude: vendor\n", []string{"1:10: exclude: must be a list"}},
	{"exclude: [/vendor]\n", []string{`1:11: exclude: "/vendor" is not a glob`}},
	{"ignore:\n- rules: [float]\n  reason: old\n", nil},
	{"ignore:\n- crds: [\"*.example.com\"]\n  fields: [\"spec.**\"]\n  paths: [\"a/*\"]\n  reason: old\n", nil},
	{"ignore:\n- rules: [float]\n", []string{"2:3: ignore: reason is missing"}},
	{"ignore:\n- reason: old\n", []string{"2:3: ignore: this would ignore every finding"}},
	{"ignore:\n- rules: [flaot]\n  reason: old\n", []string{`2:11: ignore.rules: unknown rule "flaot"`}},
	{"ignore:\n- rule: [float]\n  reason: old\n", []string{`2:3: ignore: unknown key "rule"; did you mean "rules"?`, "2:3: ignore: this would ignore every"}},
	{"formats: [text, sarif=crdtool.sarif]\n", nil},
	{"formats: [text, xml=a]\n", []string{`1:17: formats: unknown format "xml"`}},
	{"formats: [\"json=\"]\n", []string{"1:11: formats: the path is missing; write json=PATH"}},
	{"baseline: .crdtool-baseline.json\n", nil},
	{"baseline: [a]\n", []string{"1:11: baseline: must be a string"}},
	{"crds: [config/crd]\n", nil},
	{"paths: {crds: [config/crd], objects: [config/samples], types: [api]}\n", nil},
	{"paths: [a]\n", []string{"1:8: paths: must be a mapping"}},
	{"paths: {crd: [a]}\n", []string{"1:9: paths: unknown key \"crd\"; did you mean \"crds\"?"}},
	{"crds: {a: b}\n", []string{"1:7: crds: must be a list"}},
}

func TestRead(t *testing.T) {
	for _, c := range configs {
		got, found := Read(source.Read(Name, []byte(c.text)))
		if (got == nil) != (len(c.wrong) > 0) {
			t.Errorf("%q: configuration %v, findings %v", c.text, got, found)
			continue
		}
		if len(found) != len(c.wrong) {
			t.Errorf("%q: %d findings, want %d: %v", c.text, len(found), len(c.wrong), found)
			continue
		}
		for i := range found {
			said := fmt.Sprintf("%d:%d: %s", found[i].Pos.Line, found[i].Pos.Column, found[i].Message)
			if !strings.HasPrefix(said, c.wrong[i]) {
				t.Errorf("%q: says %q, want %q", c.text, said, c.wrong[i])
			}
		}
	}
	// What no schema sees: 1.3 and 1.30 are one number, ranges have an order, and some are not
	// one document of YAML.
	for text, want := range map[string]string{
		"kubeVersion: 1.3\n":                            `unknown Kubernetes version "1.3"; supported is 1.25 to 1.37; did you mean 1.30?`,
		"kubeVersions: 1.99\n":                          `unknown Kubernetes version "1.99"; supported is 1.25 to 1.37; the nearest is 1.37`,
		"kubeVersions: 1.30-1.28\n":                     "the range 1.30-1.28 of Kubernetes versions is empty; write 1.28-1.30",
		"profile: strict\n---\nprofile: strict\n":       "is the second",
		"profile: strict\nprofile: strict\n":            "duplicate key",
		"profile: [\n":                                  "",
		"profile: {{ .profile }}\n":                     "",
		"formats: [json, sarif]\n":                      "formats: json and sarif cannot both go to standard output; give one of them a file: sarif=PATH",
		"formats: [json=a, sarif=./a]\n":                "formats: json=a and sarif=./a name the same file",
		"formats: [text=../a]\n":                        "formats: ../a is outside of the folder",
		"formats: [text=/etc/crontab]\n":                "formats: /etc/crontab is outside of the folder",
		"formats: [text=.git/hooks/pre-commit]\n":       "formats: .git/hooks/pre-commit is a file of git",
		"formats: [text=.GIT/config]\n":                 "is a file of git",
		"formats: [\"text=git~1/config\"]\n":            "is a file of git",
		"baseline: ../a\n":                              "baseline: ../a is outside of the folder",
		"baseline: .git/config\n":                       "is a file of git",
		"paths: {crds: [/proc/self/environ]}\n":         "paths.crds: /proc/self/environ is outside of the repository",
		"paths: {objects: [../../../../../x/*.yaml]}\n": "paths.objects: ../../../../../x/ is outside of the repository",
		"paths: {objects: [\"*/../../../../../x\"]}\n":  "paths.objects: ../../../../x is outside of the repository",
		"crds: [a, ../../../../..]\n":                   "crds: ../../../../.. is outside of the repository",
		"a: &a [*a]\n":                                  "",
		"profile: \xff\n":                               "",
		strings.Repeat("[", 5000):                       "",
		"rules: &r {float: off}\nignore: [{<<: *r}]":    "",
	} {
		got, found := Read(source.Read(Name, []byte(text)))
		if got != nil || len(found) == 0 || !strings.Contains(found[0].Message, want) {
			t.Errorf("%.40q: configuration %v, findings %v", text, got, found)
		}
	}
}

// TestSchemaAgrees holds the published schema and the reader to the same answer.
func TestSchemaAgrees(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat = true
	if err := compiler.AddResource(SchemaURL, bytes.NewReader(Schema())); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(SchemaURL) // which holds it to its draft
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range configs {
		text, err := yaml.YAMLToJSON([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		switch err := schema.Validate(v); {
		case err != nil && len(c.wrong) == 0:
			t.Errorf("%q: the schema refuses it: %v", c.text, err)
		case err == nil && len(c.wrong) > 0:
			t.Errorf("%q: the schema takes it, and the reader says %s", c.text, c.wrong)
		}
	}
}

func TestSchemaIsPublished(t *testing.T) {
	if *update {
		if err := os.WriteFile(published, Schema(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, Schema()) {
		t.Errorf("%s is not what the rules ask for; run: make docs", published)
	}
}

func TestTemplate(t *testing.T) {
	for _, paths := range []Paths{{}, {CRDs: []string{"config/crd", "charts/a/crds"}, Objects: []string{"config/samples"}, Types: []string{"a: b"}}} {
		text := Template(paths)
		c, found := Read(source.Read(Name, []byte(text)))
		if c == nil {
			t.Fatalf("%v\n%s", found, text)
		}
		if !reflect.DeepEqual(c.Paths, paths) || c.Profile != Default().Profile {
			t.Errorf("the template says %+v", c)
		}
		// What stands in comments is there to be used.
		c, found = Read(source.Read(Name, []byte(uncommented(text))))
		if c == nil || len(c.Rules) != 2 || len(c.Exclude) != 1 || len(c.Ignore) != 1 || len(c.Paths.CRDs) == 0 || len(c.Paths.Objects) != 1 || len(c.Paths.Types) != 1 {
			t.Errorf("without its marks the template says %+v, %v\n%s", c, found, uncommented(text))
		}
	}
}

// uncommented uses the examples in the comments: lines that begin with #- or
// with # and two blanks replace the empty value above them.
func uncommented(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		rest, ok := strings.CutPrefix(line, "#")
		if !ok || !strings.HasPrefix(rest, "- ") && !strings.HasPrefix(rest, "  ") || strings.Contains(rest, "crdtool:ignore") {
			lines = append(lines, line)
			continue
		}
		if last := len(lines) - 1; strings.HasSuffix(lines[last], " []") || strings.HasSuffix(lines[last], " {}") {
			lines[last] = lines[last][:len(lines[last])-3]
		}
		lines = append(lines, rest)
	}
	return strings.Join(lines, "\n")
}

// TestDocumentedConfiguration reads what the documentation has to be copied.
func TestDocumentedConfiguration(t *testing.T) {
	text, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```yaml\n")
	if !ok {
		t.Fatal("there is no example")
	}
	example, _, _ := strings.Cut(rest, "```")
	c, found := Read(source.Read(Name, []byte(example)))
	if c == nil {
		t.Fatal(found)
	}
	if c.Profile.String() != "strict" || len(c.Rules) != 3 || len(c.Ignore) != 1 || len(c.Outputs) != 2 || c.Baseline == "" || len(c.Paths.CRDs) != 1 || len(c.Paths.Objects) != 1 || len(c.Paths.Types) != 1 {
		t.Errorf("the example says %+v", c)
	}
}
