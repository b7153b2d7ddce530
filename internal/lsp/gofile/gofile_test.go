package gofile

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/kube"
)

// example is a copy of examples/crdtest, open in an editor.
type example struct {
	code *Code
	dir  string
	file string // with the types of v1
	text string // of the file
	docs []*source.Document
}

const crdFile = "config/crd/bases/backup.example.com_backups.yaml"

func openExample(t testing.TB) example {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const from = "../../../examples/crdtest"
	read := func(name string) string {
		text, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	module, _, _ := strings.Cut(read(from+"/go.mod"), "\n")
	version := regexp.MustCompile(`k8s.io/apimachinery (\S+)`).FindString(read("../../../go.mod"))
	write("go.mod", module+"\n\nrequire "+version+"\n")
	write("Makefile", "manifests:\n\tcontroller-gen crd paths=./... output:crd:artifacts:config=config/crd/bases\n")
	for _, name := range []string{"api/v1/backup_types.go", "api/v1/groupversion_info.go", "api/v1beta1/backup_types.go", "api/v1beta1/groupversion_info.go", crdFile} {
		write(name, read(from+"/"+name))
	}
	code, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	x := example{code: code, dir: dir, file: filepath.Join(dir, "api/v1/backup_types.go"), text: read(from + "/api/v1/backup_types.go")}
	x.docs = source.Read(filepath.Join(dir, crdFile), []byte(read(from+"/"+crdFile))).Documents
	return x
}

// set replaces a part of the file in the editor, and returns the text.
func (x *example) set(t testing.TB, from, to string) string {
	t.Helper()
	if !strings.Contains(x.text, from) {
		t.Fatalf("the example has no %q", from)
	}
	text := strings.Replace(x.text, from, to, 1)
	x.code.Set(x.file, []byte(text))
	return text
}

func (x *example) diagnose() []Diagnostic { return x.diagnoseWith(x.code) }

// selection is one for all, as the one of a project is.
var selection = rules.Of(rules.APIReview)

func (x *example) diagnoseWith(code *Code) []Diagnostic {
	return code.Diagnose(x.file, x.docs, lint.New(kube.Latest), lint.Options{Rules: selection})
}

// Of files as they are, an editor gets what lint finds in the CRD of the repository.
func TestDiagnoseAsLint(t *testing.T) {
	x := openExample(t)
	m, err := gotypes.Find(x.dir)
	if err != nil {
		t.Fatal(err)
	}
	opts := lint.Options{Rules: rules.Of(rules.APIReview), GoFirst: true, Types: func(g origin.Generated) *gotypes.CRD {
		return m.CRD(g.Group, g.Kind, g.Versions, gotypes.Generator(g.Generator))
	}}
	var want []string
	for _, f := range lint.New(kube.Latest).Document(x.docs[0], opts) {
		if f.Origin != nil && f.Origin.File == x.file {
			want = append(want, f.Rule+" "+f.Message)
		}
	}
	var got []string
	for _, d := range x.diagnose() {
		got = append(got, d.Rule+" "+d.Message)
	}
	if len(want) == 0 || !sameSet(want, got) {
		t.Errorf("lint: %q\neditor: %q", want, got)
	}
}

func sameSet(a, b []string) bool {
	counts := map[string]int{}
	for _, s := range a {
		counts[s]++
	}
	for _, s := range b {
		counts[s]--
	}
	for _, n := range counts {
		if n != 0 {
			return false
		}
	}
	return true
}

// What is typed and not saved is found at its place, down to the character of CEL.
func TestDiagnoseUnsaved(t *testing.T) {
	for _, c := range []struct{ from, to, rule, at string }{
		{`rule="self == oldSelf"`, `rule="self == oldSelv"`, "cel-rule", "oldSelv"},
		{`+kubebuilder:default="@daily"`, `+kubebuilder:default=1`, "default-invalid", "+kubebuilder:default=1"},
		{`Enum=Waiting;Running;Failed`, `Enum=Waiting;Running;Waiting`, "repeated-entry", "Waiting\n"},
		{"// +kubebuilder:validation:MaxLength=63", "// +kubebuilder:validation:Maximum=63", "marker-invalid", "+kubebuilder:validation:Maximum=63"},
		{"// +kubebuilder:validation:MaxLength=63", "// +kubebuilder:validation:MaxLenght=63", "marker-ignored", "+kubebuilder:validation:MaxLenght=63"},
		{"// +kubebuilder:subresource:status", "// +kubebuilder:subresource:status\n// +kubebuilder:printcolumn:name=P,type=string,JSONPath=.status.fase", "column-path", ".status.fase"},
		{"MaxLength=64", "MaxLength=65", "stale-crd", "Backup"},
	} {
		x := openExample(t)
		text := x.set(t, c.from, c.to)
		found := false
		var all []string
		for _, d := range x.diagnose() {
			all = append(all, d.Rule+" "+text[d.From:d.To])
			found = found || d.Rule == c.rule && strings.HasPrefix(text[d.From:], c.at)
		}
		if again := x.diagnose(); len(again) != len(all) {
			t.Errorf("%s: %d findings, and then %d", c.to, len(all), len(again))
		}
		if !found {
			t.Errorf("%s: no %s at %q: %q", c.to, c.rule, c.at, all)
		}
	}
}

// That a CRD has to be generated again is said once, with the command.
func TestNotGeneratedYet(t *testing.T) {
	x := openExample(t)
	x.set(t, "MaxLength=64", "MaxLength=65")
	n := 0
	for _, d := range x.diagnose() {
		if d.Rule == StaleRule {
			n++
			if !strings.HasSuffix(d.Message, crdFile+" is not generated from this yet; run make manifests") {
				t.Error(d.Message)
			}
		}
	}
	if n != 1 {
		t.Errorf("it is said %d times", n)
	}
}

// A kind that has no CRD yet is checked alone.
func TestNewKind(t *testing.T) {
	x := openExample(t)
	x.docs = nil
	text := x.set(t, `rule="self == oldSelf"`, `rule="self == oldSelv"`)
	found := false
	for _, d := range x.diagnose() {
		found = found || d.Rule == "cel-rule" && strings.HasPrefix(text[d.From:], "oldSelv")
		if d.Rule == StaleRule {
			t.Error(d.Message)
		}
	}
	if !found {
		t.Error("the rule is not checked")
	}
}

// While a line is typed, nothing is found elsewhere that is not found before or after.
func TestTypingLineByLine(t *testing.T) {
	x := openExample(t)
	const before = "\t// targets are where backups are stored.\n"
	for _, c := range []struct{ line, before string }{
		{"\t// +kubebuilder:validation:XValidation:rule=\"self.all(t, t.name != '')\",message=\"must be named\"\n", before},
		{"\t// +kubebuilder:validation:MinItems=1\n", before},
		{"\t// window is new.\n\tWindow *Window `json:\"window,omitempty\"`\n", "\n" + before},
	} {
		line, behind := c.line, c.before
		key := func(d Diagnostic, text string) string { return d.Rule + " " + d.Message + " at " + text[d.From:d.To] }
		allowed := map[string]bool{}
		for _, done := range []string{"", line} {
			text := x.set(t, before, done+behind)
			for _, d := range x.diagnose() {
				allowed[key(d, text)] = true
			}
		}
		at := strings.Index(x.text, before)
		for i := range len(line) {
			typed := strings.TrimSuffix(line[:i], "\n") + "\n"
			text := x.set(t, before, typed+behind)
			for _, d := range x.diagnose() {
				if d.Rule != StaleRule && !allowed[key(d, text)] && (d.To <= at || d.From >= at+len(typed)+len(behind)) {
					t.Errorf("after %q: %s", line[:i], key(d, text))
				}
			}
		}
	}
}

// What is kept from one key to the next is what code that is opened anew finds.
func TestTypingAsAnew(t *testing.T) {
	x := openExample(t)
	x.diagnose()
	const before = "\t// targets are where backups are stored.\n"
	const line = "\t// a is new. Deprecated: no.\n\t// +kubebuilder:validation:MaxLength=-1\n\t// +kubebuilder:validation:XValidation:rule=\"self.b\"\n\tA []string `json:\"a\"`\n"
	for i := range len(line) {
		x.sameAsAnew(t, x.set(t, before, line[:i+1]+before))
	}
	text := x.set(t, before, line+before)
	for i := 0; i < len(text); i += 211 { // a line of it is gone
		end := strings.IndexByte(text[i:], '\n')
		if end < 0 {
			break
		}
		x.code.Set(x.file, []byte(text[:i]+text[i+end:]))
		if parses([]byte(text[:i] + text[i+end:])) {
			x.sameAsAnew(t, text[:i]+text[i+end:])
		}
	}
}

// sameAsAnew compares the findings with those of code that is opened with the text, if it can be parsed.
func (x *example) sameAsAnew(t *testing.T, text string) {
	t.Helper()
	got := x.diagnose()
	if !parses([]byte(text)) {
		return
	}
	anew, err := Open(x.dir)
	if err != nil {
		t.Fatal(err)
	}
	anew.Set(x.file, []byte(text))
	if want := x.diagnoseWith(anew); !reflect.DeepEqual(placesOf(got), placesOf(want)) {
		t.Errorf("kept %q\nanew %q\nin\n%s", placesOf(got), placesOf(want), text)
	}
}

func placesOf(all []Diagnostic) []string {
	var list []string
	for _, d := range all {
		list = append(list, fmt.Sprint(d.From, d.To, d.Rule, d.Message, d.Related))
	}
	return list
}

// Files that are changed on disk, created and closed are read again.
func TestRereadFiles(t *testing.T) {
	x := openExample(t)
	x.diagnose()
	other := filepath.Join(x.dir, "api/v1/other_types.go")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if !x.code.Reread(name) {
			t.Errorf("%s is not read again", name)
		}
	}
	write(other, "package v1\n\n// +kubebuilder:validation:MaxLength=-5\ntype Other string\n")
	text := strings.Replace(x.text, "Schedule string", "Schedule Other", 1)
	write(x.file, text)
	x.sameAsAnew(t, text)
	write(other, "package v1\n\ntype Other int\n")
	x.sameAsAnew(t, text)
	x.code.Set(x.file, []byte(x.text))
	x.sameAsAnew(t, x.text)
	x.code.Close(x.file)
	x.sameAsAnew(t, text)
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	if x.code.Reread(other) {
		t.Error("a file that is gone needs no code that is opened anew")
	}
}

// Files that are cut off or damaged anywhere have answers, and do not end in a panic.
func TestBrokenText(t *testing.T) {
	x := openExample(t)
	for i := 0; i < len(x.text); i += 37 {
		for _, text := range []string{x.text[:i], x.text[i:], x.text[:i] + "`\"{(" + x.text[i:]} {
			x.code.Set(x.file, []byte(text))
			if i%5 == 0 {
				x.diagnose()
			}
			for _, at := range []int{0, i / 2, min(i, len(text)), len(text)} {
				x.code.Complete(x.file, at, x.docs)
				x.code.Hover(x.file, at, x.docs)
				x.code.Expression(x.file, at, x.docs)
				x.code.Definition(x.file, at, x.docs)
			}
			Expressions([]byte(text))
		}
	}
}

// A text that cannot be parsed is answered with the last one that could, at the places where that is now.
func TestUnparsedTextKeepsFindings(t *testing.T) {
	x := openExample(t)
	x.set(t, `rule="self == oldSelf"`, `rule="self == oldSelv"`)
	x.diagnose()
	text := strings.Replace(x.text, `rule="self == oldSelf"`, `rule="self == oldSelv"`, 1)
	text = strings.Replace(text, "// BackupSpec says", "type half struct {\n\n// BackupSpec says", 1)
	x.code.Set(x.file, []byte(text))
	for _, d := range x.diagnose() {
		if d.Rule == "cel-rule" && strings.HasPrefix(text[d.From:], "oldSelv") {
			return
		}
	}
	t.Error("the finding is gone")
}
