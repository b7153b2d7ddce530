package navigate

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
)

// newFieldName is in no CRD of the corpus.
const newFieldName = "renamedByATest"

// TestRenameOfCorpusFields renames fields of public CRDs. What lint finds has to stay the same but for names, and the
// way back has to give the same bytes.
func TestRenameOfCorpusFields(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*", "crds", "*.yaml"))
	if len(names) == 0 {
		t.Skip("there is no corpus: set CRDTOOL_CORPUS")
	}
	slices.Sort(names)
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	t.Chdir(t.TempDir())
	write(t, ".crdtool.yaml", []byte("{}\n"))
	w := workspace.New()
	w.SetFolders([]string{"."})
	renames := renamesOfCorpus{t: t, project: project{t, w, New()}, random: random}
	for _, name := range names {
		if renames.done >= sweep.Times(30, 1500) {
			break
		}
		renames.file(name)
	}
	t.Logf("%d fields renamed, %d of them in rules, %d edits; %d refused: %v", renames.done, renames.inRules, renames.edits, len(renames.refused), renames.refused)
	if renames.done < 25 || renames.inRules < 5 {
		t.Errorf("%d fields were renamed, %d in rules", renames.done, renames.inRules)
	}
}

type renamesOfCorpus struct {
	project
	t                    *testing.T
	random               *rand.Rand
	done, inRules, edits int
	refused              []string
}

// file renames fields of the CRDs in a file: one that rules mention if there is one, and any other.
func (r *renamesOfCorpus) file(name string) {
	text := r.read(name)
	if len(text) > 400_000 || !sweep.Thorough() && !bytes.Contains(text, []byte("rule:")) && r.random.IntN(8) > 0 {
		return
	}
	file := source.Read("crd.yaml", text)
	if len(file.Documents) != 1 || len(file.Problems) > 0 || !file.Documents[0].IsCRD() {
		return
	}
	if slices.ContainsFunc(findings(file), func(f string) bool { return strings.HasPrefix(f, "error") }) {
		return
	}
	def := newDefinition(file.Documents[0])
	for _, f := range r.choose(def) {
		r.field(name, text, f)
	}
}

// choose returns a field that a rule mentions, and another one.
func (r *renamesOfCorpus) choose(def *definition) []*field {
	var all, inRules []*field
	for v := range def.versions {
		tree := def.versions[v].tree
		for id := range tree.Nodes {
			steps, ok := stepsOf(tree, int32(id))
			if !ok || len(steps) == 0 || steps[len(steps)-1].kind != fieldStep || tree.Nodes[id].Nested {
				continue
			}
			f := &field{def, v, steps}
			if f.renamable() != nil {
				continue
			}
			all = append(all, f)
		}
	}
	r.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, f := range all[:min(len(all), 200)] {
		for _, m := range f.mentionsIn(f.version, r.n.CEL(r.w.Project(r.t.Context(), &workspace.Document{Path: absolute("crd.yaml")}))) {
			if m.form == celForm && !slices.Contains(inRules, f) && len(inRules) < sweep.Times(1, 4) {
				inRules = append(inRules, f)
			}
		}
	}
	return append(inRules, all[:min(len(all), sweep.Times(1, 3))]...)
}

func absolute(name string) string {
	path, _ := filepath.Abs(name)
	return path
}

func (r *renamesOfCorpus) field(name string, text []byte, f *field) {
	at := f.declarations(f.version)
	if len(at) == 0 || celtext.FieldName(f.name()) != f.name() {
		return // the way back may be written in another form
	}
	renamed, mentions, ok := r.rename(text, at[0].Start+1, newFieldName)
	if !ok {
		return
	}
	r.done++
	r.edits += mentions
	if mentions > 1 && bytes.Contains(renamed, []byte("."+newFieldName)) {
		r.inRules++
	}
	before, after := findings(source.Read("crd.yaml", text)), findings(source.Read("crd.yaml", renamed))
	if !slices.Equal(before, after) {
		r.t.Errorf("%s: after the rename of %s, lint finds %q, before %q", name, shown(f.steps), without(after, before), without(before, after))
	}
	back, _, ok := r.rename(renamed, bytes.Index(renamed, []byte(newFieldName+":"))+1, f.name())
	if !ok || !bytes.Equal(back, text) {
		r.t.Errorf("%s: renaming %s back gives another text (%v)", name, shown(f.steps), ok)
	}
}

// rename renames the field at an offset of a text.
func (r *renamesOfCorpus) rename(text []byte, offset int, to string) (renamed []byte, edits int, ok bool) {
	doc := r.w.Open(&protocol.TextDocumentItem{URI: workspace.URIOf("crd.yaml"), LanguageID: "yaml", Text: string(text)})
	found, err := r.n.Rename(r.t.Context(), r.w.Project(r.t.Context(), doc), doc, offset, to)
	if err != nil {
		r.refused = append(r.refused, err.Error())
		return nil, 0, false
	}
	return edit.Apply(text, found.Files[0].Edits), len(found.Files[0].Edits), true
}

// findings returns the findings of lint about a file by severity and code, sorted. Those about names are left out.
func findings(f *source.File) []string {
	var list []string
	report := lint.New(kube.Latest).File(f, lint.Options{})
	for i := range report.Findings {
		of := &report.Findings[i]
		if !slices.Contains([]string{"field-name", "naming"}, of.Rule) {
			list = append(list, of.Severity.String()+" "+of.Rule)
		}
	}
	slices.Sort(list)
	return list
}

// without returns the items of a sorted list that another one does not have as often.
func without(list, other []string) []string {
	count := map[string]int{}
	for _, s := range other {
		count[s]++
	}
	var out []string
	for _, s := range list {
		if count[s]--; count[s] < 0 {
			out = append(out, s)
		}
	}
	return out
}

// TestAnyOffset: no place of a text panics, also in a text that is cut off there.
func TestAnyOffset(t *testing.T) {
	for _, file := range []string{"crd.yaml", "objects/shop.yaml", "objects/list.yaml", "tests/suite.yaml"} {
		t.Run(file, func(t *testing.T) { anyOffset(t, file) })
	}
}

func anyOffset(t *testing.T, file string) {
	p := openProject(t, "testdata/project.txtar")
	project, doc := p.open(file, nil)
	found := 0
	for offset := range doc.Text {
		if offset%sweep.Times(7, 1) != 0 {
			continue
		}
		if p.n.Definition(project, doc, offset) != nil {
			found++
		}
		_, _, _ = p.n.PrepareRename(project, doc, offset)
		cut := doc.WithText(doc.Text[:offset:offset])
		cut.Edited = offset
		p.n.Definition(project, cut, offset)
		Outline(cut)
		if _, err := p.n.Lenses(t.Context(), project, cut); err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("nothing has a definition")
	}
}
