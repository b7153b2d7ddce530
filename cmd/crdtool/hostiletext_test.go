package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/testkit/editor"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/safetext"
)

// hostileText acts on whatever prints it as it is: a terminal, the log of a CI system, a page
// that shows Markdown or HTML.
const hostileText = "x\n::error::own\n  ::add-mask::own\r::notice::own ##[error]own ##vso[task.complete]own" +
	"\x1b[31m\x1b]8;;https://own.example\a\u009b31m\u202e\u2066\u200b\u200d\ufeff\U000e0041\u0085::warning::own\u2028\x7f" +
	" @someone #12 !13 GH-14 <!-- own --> <img src=x onerror=own()> [own](https://own.example) | `own\n/close\n/lgtm\n"

// hostileName is hostileText without what no file name has.
var hostileName = "::error::" + strings.NewReplacer("/", "", "\x00", "").Replace(hostileText)[:120]

// writeHostileFiles writes files that have hostileText wherever a file of a stranger may have it.
func writeHostileFiles(t *testing.T) {
	t.Helper()
	evil := safetext.Quote(hostileText)
	schema := func(more string) string {
		return `{type: object, description: ` + evil + `, properties: {` + evil + `: {type: string, description: ` + evil + `, default: ` + evil + `},
      spec: {type: object, description: ` + evil + `, required: [mode], properties: {
        mode: {type: string, description: ` + evil + `, enum: [` + evil + `, other` + more + `], default: ` + evil + `},
        ` + evil + `: {type: array, items: {type: string, maxLength: 3}, description: ` + evil + `},
        port: {type: integer, format: ` + evil + `, default: 1}, list: {type: array, items: {type: object, properties: {` + evil + `: {type: string}}}}},
        externalDocs: {url: ` + evil + `, description: ` + evil + `},
        x-kubernetes-validations: [{rule: "self.mode != 'x' || self.mode == " + ` + evil + `}]},
      status: {type: object, x-kubernetes-preserve-unknown-fields: true}}}`
	}
	rule := func(s string) string {
		// The rule compares with the text; its message and its reason have it as well.
		cel, _ := json.Marshal(strings.ToValidUTF8(hostileText, ""))
		return regexp.MustCompile(`\{rule: .*\}\]`).ReplaceAllLiteralString(s,
			`{rule: `+safetext.Quote("self.mode != 'forbidden' || self.mode == "+string(cel))+`, message: "never forbidden"}, {rule: "self.port > 0", messageExpression: `+safetext.Quote("'no ' + "+string(cel))+`}]`)
	}
	crd := func(group, kind, plural, version, schema string) string {
		return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ` + strings.Trim(plural, `"`) + `.` + strings.Trim(group, `"`) + `
  annotations: {` + evil + `: ` + evil + `, controller-gen.kubebuilder.io/version: ` + evil + `}
spec:
  group: ` + group + `
  scope: Namespaced
  names: {kind: ` + kind + `, plural: ` + plural + `, categories: [` + evil + `]}
  versions:
  - name: ` + version + `
    served: true
    storage: true
    deprecated: true
    deprecationWarning: ` + evil + `
    subresources: {status: {}}
    additionalPrinterColumns: [{name: ` + evil + `, type: string, description: ` + evil + `, jsonPath: .spec.mode}]
    schema: {openAPIV3Schema: ` + schema + `}
`
	}
	object := func(name string, spec string) string {
		return `apiVersion: example.com/v1
kind: Widget
metadata: {name: ` + name + `, labels: {` + evil + `: ` + evil + `}, annotations: {` + evil + `: ` + evil + `}}
spec: ` + spec + "\n" + evil + ": " + evil + "\n"
	}
	good := crd("example.com", "Widget", "widgets", "v1", rule(schema("")))
	good = strings.ReplaceAll(good, "categories: ["+evil+"]", "categories: [all]") // so that it is accepted
	good = strings.ReplaceAll(good, "deprecationWarning: "+evil, "deprecationWarning: old")
	plain := strings.ReplaceAll(strings.ReplaceAll(good, "name: "+evil+", type: string, desc", "name: Mode, type: string, desc"), "{"+evil+": "+evil+", controller", "{controller")
	quiet := strings.ReplaceAll(rule(schema("")), "format: "+evil, "format: int32")
	files := map[string]string{
		"crds/widgets.yaml":        plain,
		"old/widgets.yaml":         strings.ReplaceAll(plain, "other]", "other, "+safetext.Quote("gone "+hostileText)+"]"),
		"bad/all.yaml":             crd(evil, evil, evil, evil, schema("")),
		"bad/schema.yaml":          crd("example.com", "Gadget", "gadgets", "v1", schema(`, {`+evil+`: 1}`)+`, `+evil+`: 1`),
		"bad/" + hostileName + "y": good,
		"bad/" + hostileName + ".yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: " + evil + "\n" +
			"spec: [*" + strings.Map(func(r rune) rune {
			if r < ' ' || r > 0x2fff || r == 0x7f || r == 0x85 || r == 0x9b {
				return -1
			}
			return r
		}, hostileText) + "\n",
		"broken.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n" + evil + ": 1\n" + evil + ": 2\nmetadata: *" + strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f || r == 0x85 || r == 0x9b || r == ' ' {
				return -1
			}
			return r
		}, hostileText) + "\n",
		"beta.yaml": strings.ReplaceAll(strings.ReplaceAll(plain, "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"), "\nspec:\n", "\n# \u202e comment\nspec:\n"),
		"betamulti.yaml": strings.ReplaceAll("apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: gadgets.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n"+
			"  names: {kind: Gadget, plural: gadgets}\n  version: v1\n  preserveUnknownFields: false\n  validation: # \u202e comment\n    openAPIV3Schema:\n      type: object\n      description: |\n        one\n        ::error::own\n        ##[error]own\n      properties:\n        a\u202e: {type: string}\n", "\r", ""),
		"objects/good.yaml":                object("good", "{mode: other}"),
		"objects/" + hostileName + ".yaml": object(evil, "{mode: "+evil+", port: "+evil+", "+evil+": ["+evil+"]}"),
		"objects/fine.yaml":                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: fine}\nspec: {mode: " + evil + ", port: 1}\n",
		"objects/unknown.yaml":             "apiVersion: " + evil + "\nkind: " + evil + "\nmetadata: {name: " + evil + "}\n",
		"objects/multi.yaml":               object("a", "{mode: forbidden, port: -1}") + "---\n" + object("a", "{port: [1]}"),
		"live/good.yaml":                   object("good", "{mode: "+evil+", port: 3}"),
		"broken/object.yaml":               "apiVersion: example.com/v1\nkind: Widget\n" + evil + ": [\n",
		"configs/rule/.crdtool.yaml":       "rules: {" + evil + ": error}\n",
		"configs/key/.crdtool.yaml":        evil + ": 1\n",
		"configs/ignore/.crdtool.yaml":     "ignore:\n- rule: " + evil + "\n  reason: " + evil + "\n",
		"configs/paths/.crdtool.yaml":      "paths: {crds: [" + evil + "]}\n",
		"suite/suite.yaml":                 "apiVersion: crdtool/v1\nkind: TestSuite\nname: " + evil + "\ncrds: [../crds/widgets.yaml]\ntests:\n- name: " + evil + "\n  create:\n    apiVersion: example.com/v1\n    kind: Widget\n    metadata: {name: " + evil + "}\n    spec: {mode: " + evil + "}\n  refused: {text: " + evil + "}\n- name: fine\n  create:\n    apiVersion: example.com/v1\n    kind: Widget\n    metadata: {name: x}\n    spec: {mode: " + evil + "}\n  contains: {spec: {" + evil + ": " + evil + "}}\n",
		"suite/bad.yaml":                   "apiVersion: crdtool/v1\nkind: TestSuite\nname: b\n" + evil + ": " + evil + "\ncrds: [" + evil + "]\n",
		"tested/commented.yaml":            "# crdtool: refused " + "\"a \u202e b\"\n" + object(evil, "{mode: other}"),
		"samples/widgets.yaml":             strings.ReplaceAll(plain, rule(schema("")), quiet),
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		// C1 and bidirectional characters may stand in YAML as they are, line breaks may not.
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatalf("%q: %v", name, err)
		}
	}
}

// hostileLines are command lines for each command. A command that is not here fails the test; nil
// is for commands that print nothing of files.
var hostileLines = map[string][]string{
	"lint": {
		"lint crds bad broken.yaml", "lint -v --profile strict --max-findings 0 --old old crds", "lint --kube-versions all crds bad",
		"lint --fix --dry-run --profile strict bad/all.yaml crds", "lint --statistics bad", "lint --write-baseline --baseline written/base.json bad crds",
		"lint --config configs/rule/.crdtool.yaml crds", "lint --config configs/key/.crdtool.yaml crds", "lint --config configs/ignore/.crdtool.yaml crds", "lint --config configs/paths/.crdtool.yaml",
	},
	"apply-dry": {
		"apply-dry --crds crds objects broken/object.yaml", "apply-dry -v --max-findings 0 --crds crds --old live objects", "apply-dry --diff --crds crds --old live objects", "apply-dry --show-columns --crds crds objects",
		"apply-dry --field-validation warn -v --crds crds objects", "apply-dry --sequence --crds crds objects", "apply-dry --server-side -v --crds crds --old live objects/good.yaml",
		"apply-dry --kube-versions all --crds crds objects", "apply-dry -q --crds bad objects",
	},
	"test": {
		"test suite tested --crds crds", "test -v suite", "test --coverage --coverage-out written/c.json --coverage-out written/c.html suite tested --crds crds", "test --generate crds", "test --run nothing suite",
	},
	"diff": {
		"diff old crds", "diff -v --proof yaml old crds", "diff --stat old crds", "diff --objects objects old crds", "diff old bad", "diff --profile crdify old crds",
	},
	"convert": {
		"convert beta.yaml", "convert betamulti.yaml", "convert --diff betamulti.yaml beta.yaml", "convert --to v1 --crds crds objects", "convert bad broken.yaml",
	},
	"cost":    {"cost crds", "cost --top 0 --suggest crds bad"},
	"openapi": {"openapi crds", "openapi --v2 crds", "openapi --v2 --explain-loss crds", "openapi bad crds", "openapi --out written/openapi crds"},
	"docs":    {"docs crds", "docs samples", "docs bad crds", "docs --out written/docs crds", "docs --title ::error::x crds"},
	"explain": {
		"explain widget --crds crds", "explain widget --recursive --crds crds", "explain widget.spec --crds crds", "explain widget.spec.mode --crds crds", "explain widget.spec.nothing --crds crds", "explain other --crds bad", "explain widget --crds bad",
	},
	"sample": {
		"sample crds", "sample samples", "sample --full --comments samples", "sample --full samples", "sample --edge samples", "sample bad", "sample --set spec.nothing=1 crds widget",
	},
	"lsp":   nil, // see TestHostileTextInEditors
	"rules": nil, "init": {"init"}, "version": nil, "completion": nil, "help": nil,
}

// formatsOf returns the arguments that choose each format of a command.
func formatsOf(cmd *cobra.Command) [][]string {
	out := [][]string{nil}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "format" && f.Name != "output" && f.Name != "print" {
			return
		}
		complete, ok := cmd.GetFlagCompletionFunc(f.Name)
		if !ok {
			return
		}
		values, _ := complete(cmd, nil, "")
		for _, v := range values {
			name, _, _ := strings.Cut(v, "\t")
			if format, toFile := strings.CutSuffix(name, "="); toFile {
				name = format + "=written/report." + format
			}
			out = append(out, []string{"--" + f.Name + "=" + name})
		}
	})
	return out
}

// TestHostileText: no text of a file is printed or written by any command in any format such that
// it acts on what shows it. An ordinary run tries a part of the formats of each command line.
func TestHostileText(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeHostileFiles(t)
	quoted, runs := 0, 0
	for _, cmd := range newRoot().Commands() {
		lines, known := hostileLines[cmd.Name()]
		if !known {
			t.Errorf("hostileLines has no line for crdtool %s", cmd.Name())
		}
		for _, line := range lines {
			for _, format := range formatsOf(cmd) {
				if runs++; !sweep.Takes(9, runs) { // other formats of each line
					continue
				}
				if err := os.RemoveAll("written"); err != nil {
					t.Fatal(err)
				}
				if err := os.Mkdir("written", 0o777); err != nil {
					t.Fatal(err)
				}
				args := append(strings.Fields(line), format...)
				var stdout, stderr bytes.Buffer
				run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
				name := strings.Join(args, " ")
				if strings.Contains(stderr.String(), "unknown flag") || strings.Contains(stderr.String(), "panic") {
					t.Errorf("crdtool %s: %s", name, stderr.String())
				}
				if strings.Contains(stdout.String()+stderr.String(), "own") {
					quoted++
				}
				printed := strings.Join(format, "")
				if strings.Contains(printed, "=written/") { // to a file
					printed = ""
				}
				if strings.Contains(line, "--write-baseline") { // findings go there
					printed = ""
				}
				checkHarmless(t, "crdtool "+name, printed, stdout.String())
				checkHarmless(t, "stderr of crdtool "+name, "", stderr.String())
				err := filepath.WalkDir("written", func(file string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					text, err := os.ReadFile(file)
					checkHarmless(t, "crdtool "+name+" writes "+file, file, string(text))
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if quoted < sweep.Times(25, 200) {
		t.Errorf("only %d runs have printed anything of the hostile files", quoted)
	}
}

var (
	startsCommand = regexp.MustCompile(`(?m)^[\s\p{Z}]*::[a-zA-Z]`)
	hasCommand    = regexp.MustCompile(`##[a-zA-Z]*\[`)
	ownAnnotation = regexp.MustCompile(`(?m)^::(error|warning|notice) title=crdtool[^\n]*\n`)
	botCommand    = regexp.MustCompile(`(?m)^/(close|lgtm)`)
	mention       = regexp.MustCompile(`@someone|[^\\]#12|[^\\]!13`)
	inComments    = regexp.MustCompile(`#12|!13|GH-14`)
)

// withoutCode returns a text in Markdown without the parts that are code.
func withoutCode(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		run := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
		switch {
		case text[i] == '\\' && i+1 < len(text):
			out.WriteString(text[i : i+2])
			i += 2
			continue
		case run == 0:
			out.WriteByte(text[i])
			i++
			continue
		}
		end := regexp.MustCompile("[^`]" + strings.Repeat("`", run) + "([^`]|$)").FindStringIndex(text[i+run:])
		if end == nil {
			out.WriteString(text[i : i+run])
			i += run
			continue
		}
		i += run + end[0] + 1 + run
	}
	return out.String()
}

// checkHarmless checks a text that a command has written in a format.
func checkHarmless(t *testing.T, of, format, text string) {
	t.Helper()
	if strings.Contains(format, "github") {
		text = ownAnnotation.ReplaceAllString(text, "")
		if text != "" {
			t.Errorf("%s: lines that are no annotations: %.200q", of, text)
		}
		return
	}
	for i, r := range text {
		forbidden := r < ' ' && r != '\n' && r != '\t' || 0x7f <= r && r < 0xa0 || r == 0x200b || r == 0x200d || r == 0x2028 || r == 0x202e || r == 0x2066 || r == 0xfeff || r == 0xe0041
		if size := len(string(r)); r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") || forbidden {
			t.Errorf("%s has %q: …%q…", of, r, text[max(0, i-60):min(len(text), i+size+20)])
			return
		}
	}
	if at := startsCommand.FindStringIndex(text); at != nil {
		t.Errorf("%s has a command at the start of a line: %q", of, text[at[0]:min(len(text), at[1]+40)])
	}
	if at := hasCommand.FindStringIndex(text); at != nil {
		t.Errorf("%s has a command in a line: %q", of, text[max(0, at[0]-40):min(len(text), at[1]+40)])
	}
	isMarkdown := strings.Contains(format, "markdown") || strings.Contains(format, "changelog") || strings.HasSuffix(format, ".md") || strings.Contains(of, "crdtool docs") && format == ""
	switch {
	case isMarkdown && !strings.HasPrefix(of, "stderr"):
		if at := botCommand.FindStringIndex(text); at != nil {
			t.Errorf("%s has a command of bots: %q", of, text[at[0]:at[1]])
		}
		prose := withoutCode(text)
		if at := mention.FindStringIndex(prose); at != nil {
			t.Errorf("%s mentions somebody or something: %q", of, prose[max(0, at[0]-40):at[1]])
		}
		if at := inComments.FindStringIndex(prose); at != nil && !regexp.MustCompile("crdtool (docs|openapi)").MatchString(of) {
			t.Errorf("%s refers to something: %q", of, prose[max(0, at[0]-40):at[1]])
		}
		if at := regexp.MustCompile(`<img|[^\\]\]\(https://own`).FindStringIndex(prose); at != nil {
			t.Errorf("%s has markup of a file: %q", of, prose[max(0, at[0]-200):at[1]])
		}
	case strings.Contains(format, "json") || strings.Contains(format, "sarif") || strings.Contains(format, "gitlab"):
		d := json.NewDecoder(strings.NewReader(text))
		for d.More() {
			var v any
			if err := d.Decode(&v); err != nil {
				t.Errorf("%s is no JSON: %v: %.300q", of, err, text)
				return
			}
		}
	case strings.Contains(format, "yaml"):
		d := yaml.NewDecoder(strings.NewReader(text))
		for {
			var v any
			err := d.Decode(&v)
			if err != nil && err.Error() == "EOF" {
				break
			}
			if err != nil {
				t.Errorf("%s is no YAML: %v: %.300q", of, err, text)
				return
			}
		}
	}
}

// TestHostileValuesStay: where the output is data, its values are those of the file.
func TestHostileValuesStay(t *testing.T) {
	t.Chdir(t.TempDir())
	writeHostileFiles(t)
	for _, line := range []string{
		"openapi crds", "openapi --format yaml crds", "openapi --format jsonschema crds", "convert betamulti.yaml", "convert -o yaml beta.yaml", "convert --print object -o json beta.yaml",
		"sample --full samples", "sample --full -o json samples", "apply-dry -o yaml --crds crds objects/fine.yaml", "apply-dry --print object --format json --crds crds objects/fine.yaml",
	} {
		var stdout, stderr bytes.Buffer
		run(context.Background(), strings.Fields(line), strings.NewReader(""), &stdout, &stderr)
		var v any
		read := yaml.Unmarshal
		if strings.HasPrefix(stdout.String(), "{") {
			read = json.Unmarshal
		}
		if err := read(stdout.Bytes(), &v); err != nil {
			t.Errorf("crdtool %s: %v\n%s%s", line, err, stdout.String(), stderr.String())
			continue
		}
		want := hostileText
		if strings.Contains(line, "betamulti") {
			want = "one\n::error::own\n##[error]own\n"
		}
		if !slices.Contains(texts(v), want) {
			t.Errorf("crdtool %s has lost a text of the file:\n%s%s", line, stdout.String(), stderr.String())
		}
	}
}

// texts are all texts in a value.
func texts(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, item := range v {
			all = append(all, texts(item)...)
		}
	case map[string]any:
		for key, value := range v {
			all = append(append(all, key), texts(value)...)
		}
	default:
		return []string{fmt.Sprint(v)}
	}
	return all
}

// TestHostileTextInEditors: what an editor shows of a file is escaped. It escapes nothing itself.
func TestHostileTextInEditors(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeHostileFiles(t)
	c := editor.Start(t, dir, "{}")
	found := 0
	for _, folder := range []string{"crds", "bad", "objects", "configs", "suite"} {
		err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			c.Open(name)
			for _, d := range c.Diagnostics(name) {
				found++
				for _, text := range append(strings.Split(d.Message, "\n"), d.Code) {
					if actsOnEditors(text) {
						t.Errorf("%s: a message has %q", name, text)
					}
				}
				for _, r := range d.RelatedInformation {
					if actsOnEditors(r.Message) {
						t.Errorf("%s: a place has %q", name, r.Message)
					}
				}
			}
			for _, line := range []uint32{3, 8, 14, 20} {
				at := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.URI(name)}, Position: protocol.Position{Line: line, Character: 6}}
				var hover protocol.Hover
				c.Call("textDocument/hover", at, &hover)
				for text := range strings.SplitSeq(hover.Contents.Value, "\n") {
					if actsOnEditors(text) {
						t.Errorf("%s: a hover text has %q", name, text)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 10 {
		t.Errorf("only %d diagnostics", found)
	}
}

// actsOnEditors reports whether a text has control characters, or characters that change the order of others or are
// not seen.
func actsOnEditors(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
	})
}
