package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/lsp/gofile"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// typed is a change of a Go file as somebody types it.
type typed struct {
	what string
	from *regexp.Regexp
	// to returns the lines that stand there instead; parts are those of the expression.
	to func(m *rand.Rand, line string, parts []string) []string
}

var (
	fieldLine = regexp.MustCompile("^(\t+)([A-Z]\\w*)\\s+(\\S.*?)\\s+`json:\"(\\w+)(,omitempty)?\"`")
	indented  = func(parts []string, marker string) string { return parts[1] + "// +" + marker }
)

func oneOf(m *rand.Rand, all ...string) string { return all[m.Intn(len(all))] }

// typings are the changes that people make of types most.
var typings = []typed{
	{"bound", regexp.MustCompile(`^(\s*// ?\+kubebuilder:validation:(?:items:)?(?:MaxLength|MinLength|MaxItems|MinItems|Maximum|Minimum|MaxProperties|MinProperties)=)(\S+)$`), func(m *rand.Rand, line string, p []string) []string {
		return []string{p[1] + oneOf(m, "0", "1", "5", "64", "1000000", "-1", "x", "")}
	}},
	{"enum", regexp.MustCompile(`^(\s*// ?\+kubebuilder:validation:Enum:?=)(.*)$`), func(m *rand.Rand, line string, p []string) []string {
		return []string{p[1] + oneOf(m, p[2]+";Other", "Other;"+p[2], "a;b;a", "Other", "1;2", p[2]+";", "", `"";a`)}
	}},
	{"rule", regexp.MustCompile(`^(\s*// ?\+kubebuilder:validation:XValidation:.*rule=["` + "`" + `])(.*)$`), func(m *rand.Rand, line string, p []string) []string {
		i := m.Intn(len(p[2]) + 1)
		rest := p[2][i:]
		if m.Intn(2) == 0 && rest != "" {
			return []string{p[1] + p[2][:i] + rest[1:]}
		}
		return []string{p[1] + p[2][:i] + oneOf(m, "self.", "x", "!", " && self.zz == 1", ".size()", "(", "oldSelf") + rest}
	}},
	{"optional", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		return []string{indented(p, oneOf(m, "optional", "kubebuilder:validation:Required", "required", "nullable", "kubebuilder:validation:Optional")), line}
	}},
	{"omitempty", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		if p[5] != "" {
			return []string{strings.Replace(line, ",omitempty\"`", "\"`", 1)}
		}
		return []string{strings.Replace(line, p[4]+"\"`", p[4]+",omitempty\"`", 1)}
	}},
	{"new rule", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		rule := oneOf(m, "self.size() > 0", "self == oldSelf", "has(self."+p[4]+")", "self.matches('^a')", "self > 0", "self.all(x, x.size() < 5)", "self.name != ''", "size(self) <", "self.exists_one(x, x == 'a')")
		return []string{indented(p, `kubebuilder:validation:XValidation:rule="`+rule+`"`+oneOf(m, "", `,message="must be so"`, `,reason=FieldValueInvalid`, `,fieldPath=.x`)), line}
	}},
	{"new field", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		typ := oneOf(m, "string", "*string", "int32", "[]string", "map[string]string", "bool", "float64", "metav1.Duration", "Unheard", "[]byte")
		marker := oneOf(m, "optional", "kubebuilder:validation:MaxLength=63", "kubebuilder:validation:MaxItems=10", "kubebuilder:default=abc", "listType=set", "kubebuilder:validation:Minimum=1", "kubebuilder:validation:Enum=a;b")
		return []string{p[1] + "// zzAdded is new.", indented(p, marker), p[1] + "ZzAdded " + typ + " `json:\"zzAdded" + oneOf(m, "", ",omitempty") + "\"`", line}
	}},
	{"default", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		return []string{indented(p, "kubebuilder:default="+oneOf(m, "abc", `"abc"`, "1", "-1", "true", "{}", "{a,b}", `{"name": "x"}`, "1.5")), line}
	}},
	{"new bound", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		return []string{indented(p, "kubebuilder:validation:"+oneOf(m, "MaxLength=5", "MinLength=1", "MaxItems=3", "MinItems=2", "Maximum=10", "Minimum=0", "Pattern=`^[a-z`", "Pattern=`^a$`", "Format=date-time", "Format=nothing", "UniqueItems=true", "Type=string")), line}
	}},
	{"list type", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		return []string{indented(p, "listType="+oneOf(m, "set", "map", "atomic", "list")), line}
	}},
	{"comment", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		return []string{p[1] + "// TODO: describe it, as +optional or so.", line}
	}},
	{"gone", regexp.MustCompile(`^\s*// ?\+(kubebuilder:|listType|optional|required|listMapKey).*$`), func(*rand.Rand, string, []string) []string { return nil }},
	{"no field", fieldLine, func(*rand.Rand, string, []string) []string { return nil }},
	{"renamed", fieldLine, func(m *rand.Rand, line string, p []string) []string {
		return []string{strings.Replace(line, `json:"`+p[4], `json:"`+p[4]+"Zz", 1)}
	}},
	{"resource", regexp.MustCompile(`^(// ?\+kubebuilder:(?:resource|printcolumn|subresource|storageversion).*)$`), func(m *rand.Rand, line string, p []string) []string {
		switch m.Intn(4) {
		case 0:
			return nil
		case 1:
			return []string{line, `// +kubebuilder:printcolumn:name="Zz",type=` + oneOf(m, "string", "int", "date") + `,JSONPath=` + oneOf(m, "`.spec.zz`", ".status.phase", "spec")}
		case 2:
			return []string{strings.Replace(line, "JSONPath=", "JSONPath=.zz", 1)}
		}
		return []string{strings.Replace(line, "scope=Cluster", "scope=Global", 1)}
	}},
}

// project is a copy of a project, with what controller-gen makes of it.
type typedProject struct {
	name, dir, root string
	patterns        []string
	docs            []*source.Document
	files           []string
}

// typing changes Go files of projects at random, and compares the findings that an editor gets with those of lint on
// what controller-gen makes of the changed files. It reports whether there was none that lint has not.
func typing(want int, seed int64, projects []string) bool {
	m := rand.New(rand.NewSource(seed))
	var all []*typedProject
	for _, p := range projects {
		dir, err := copied(p)
		if err != nil {
			fmt.Println(filepath.Base(p), err)
			continue
		}
		defer os.RemoveAll(filepath.Dir(dir))
		for root, patterns := range rootPackages(dir) {
			pr := &typedProject{name: filepath.Base(p), dir: dir, root: root, patterns: patterns}
			if err := pr.generate(); err != nil {
				fmt.Println(pr.name, err)
				continue
			}
			if len(pr.docs) > 0 {
				fmt.Printf("%-40s %s: %d CRDs, %d files\n", pr.name, strings.TrimPrefix(root, dir), len(pr.docs), len(pr.files))
				all = append(all, pr)
			}
		}
	}
	if len(all) == 0 {
		return false
	}
	linter := lint.New(kube.Latest)
	var sum tally
	counts := map[string]int{}
	refused, seen := 0, 0
	var slowest time.Duration
	for i := 0; i < want; {
		pr := all[i%len(all)]
		e := typings[m.Intn(len(typings))]
		file := pr.files[m.Intn(len(pr.files))]
		old, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		text, line, ok := e.in(m, string(old))
		if !ok {
			continue
		}
		i++
		counts[e.what]++
		r := pr.compare(linter, file, text)
		slowest = max(slowest, r.took)
		if r.err != "" {
			refused++
			if r.invalid {
				seen++
			} else {
				fmt.Printf("%s %s %s:%d: controller-gen refuses it, and nothing is found: %.200s\n", pr.name, e.what, filepath.Base(file), line, r.err)
			}
			continue
		}
		if r.invalid {
			fmt.Printf("%s %s %s:%d: controller-gen takes it, and a marker is said to be invalid\n", pr.name, e.what, filepath.Base(file), line)
			sum.extra++
		}
		if i%10 == 0 {
			fmt.Printf("after %d edits: %d refused, %d of these found; %s\n", i, refused, seen, sum.String())
		}
		sum.compare(fmt.Sprintf("%s %s %s:%d", pr.name, e.what, filepath.Base(file), line), r.want, r.got)
	}
	fmt.Println(counts)
	fmt.Printf("%d edits, %d refused by controller-gen, %d of these with a finding at a marker; of the others: findings: %d equal, %d missing, %d extra; slowest answer %d ms\n",
		want, refused, seen, sum.equal, sum.missing, sum.extra, slowest.Milliseconds())
	return sum.extra == 0
}

// in makes the change at a random line of a text.
func (e *typed) in(m *rand.Rand, text string) (string, int, bool) {
	lines := strings.Split(text, "\n")
	var at []int
	for i, line := range lines {
		if e.from.MatchString(line) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return "", 0, false
	}
	i := at[m.Intn(len(at))]
	instead := e.to(m, lines[i], e.from.FindStringSubmatch(lines[i]))
	changed := strings.Join(slices.Replace(slices.Clone(lines), i, i+1, instead...), "\n")
	return changed, i + 1, changed != text
}

// generate makes the CRDs of the project as it is, and lists its files with types.
func (pr *typedProject) generate() error {
	made, refusal, err := generateOrRefuse(pr.root, pr.patterns)
	if err != nil {
		return err
	}
	if refusal != "" {
		return fmt.Errorf("controller-gen: %.200s", refusal)
	}
	pr.docs = documents(pr.dir, made)
	for _, p := range pr.patterns {
		names, _ := filepath.Glob(filepath.Join(pr.root, p, "*.go"))
		for _, name := range names {
			if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), "`json:\"") && !strings.Contains(name, "zz_generated") {
				pr.files = append(pr.files, name)
			}
		}
	}
	return nil
}

// documents are generated CRDs as controller-gen writes them.
func documents(dir string, made map[string]*generated) []*source.Document {
	var docs []*source.Document
	seen := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(made)) {
		g := made[key]
		name := g.group + "_" + strings.ToLower(g.kind) + ".yaml"
		if seen[name] {
			continue
		}
		seen[name] = true
		metadata, _ := g.document["metadata"].(map[string]any)
		metadata["annotations"] = annotated(metadata["annotations"])
		text, err := json.Marshal(g.document)
		if err != nil {
			panic(err)
		}
		f := source.Read(filepath.Join(dir, "config", "crd", name), text)
		docs = append(docs, f.Documents...)
	}
	return docs
}

func annotated(v any) map[string]any {
	all, _ := v.(map[string]any)
	all = maps.Clone(all)
	if all == nil {
		all = map[string]any{}
	}
	all[origin.GeneratorAnnotation] = string(newest)
	return all
}

// typedResult is what both sides say of a changed file.
type typedResult struct {
	want, got []report.Finding
	err       string
	invalid   bool // a marker is said to be invalid
	took      time.Duration
}

func (pr *typedProject) compare(linter *lint.Linter, file, text string) typedResult {
	var r typedResult
	opts := lint.Options{Rules: rules.Of(rules.Strict)}
	code, err := gofile.Open(pr.dir)
	if err != nil {
		panic(err)
	}
	old, _ := os.ReadFile(file)
	code.Set(file, old)
	code.Diagnose(file, pr.docs, linter, opts)
	code.Set(file, []byte(text))
	start := time.Now()
	found := code.Diagnose(file, pr.docs, linter, opts)
	r.took = time.Since(start)
	for _, d := range found {
		switch {
		case d.Rule == "stale-crd":
		case d.Rule == "marker-invalid":
			r.invalid = true
		case !strings.HasPrefix(d.Rule, "marker-"):
			r.got = append(r.got, d.Finding)
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		panic(err)
	}
	defer os.WriteFile(file, old, 0o644)
	made, refusal, err := generateOrRefuse(pr.root, pr.patterns)
	if r.err = refusal; err != nil {
		r.err = err.Error()
	}
	if r.err != "" {
		return r
	}
	m, err := gotypes.Find(pr.dir)
	if err != nil {
		panic(err)
	}
	opts.Types = func(g origin.Generated) *gotypes.CRD {
		return m.CRD(g.Group, g.Kind, g.Versions, gotypes.Generator(g.Generator))
	}
	opts.GoFirst = true
	for _, doc := range documents(pr.dir, made) {
		for _, f := range linter.Document(doc, opts) {
			if f.Origin != nil && f.Origin.File == file {
				r.want = append(r.want, f)
			}
		}
	}
	r.want, r.got = once(r.want), once(r.got)
	return r
}

// once are findings without those that are the same at the same place in Go.
func once(all []report.Finding) []report.Finding {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(f report.Finding) bool {
		key := f.Rule + f.Message + strconv.Itoa(f.Origin.Line) + ":" + strconv.Itoa(f.Origin.Column)
		was := seen[key]
		seen[key] = true
		return was
	})
}
