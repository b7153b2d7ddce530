package lint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/internal/text/safetext"
	"github.com/crdtool/crdtool/report"
)

// Baseline holds the findings of a repository from before it used crdtool, so that only new ones are reported.
// A finding is identified by rule, CRD, path and message: its line may move, and its CRD may move to another
// file. A finding without a CRD is identified by its file instead.
type Baseline struct {
	dir   string // base of relative file names
	mu    sync.Mutex
	known map[findingKey]*entry
	// runs and runsOfFile list the rules that checked each CRD: by the CRD's name, and by file.
	runs, runsOfFile map[string][]crdRun
}

type findingKey struct {
	Rule    string `json:"rule"`
	CRD     string `json:"crd,omitempty"`
	File    string `json:"file,omitempty"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
}

// An entry is a finding of a baseline file.
type entry struct {
	findingKey
	seen bool // this run has the finding too
}

type baselineFile struct {
	SchemaVersion int      `json:"schemaVersion"`
	Findings      []*entry `json:"findings"`
}

// NewBaseline returns an empty baseline whose file is in the folder dir.
func NewBaseline(dir string) *Baseline { return &Baseline{dir: dir, known: map[findingKey]*entry{}} }

// ReadBaseline reads the output of JSON. The file is in the folder dir.
func ReadBaseline(dir string, text []byte) (*Baseline, error) {
	var file baselineFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("this is not a baseline%s; make it anew with --write-baseline", atLine(text, err))
	}
	if d.More() {
		return nil, errors.New("this is not a baseline: something follows its end")
	}
	if file.SchemaVersion != report.SchemaVersion {
		return nil, fmt.Errorf("the baseline has schemaVersion %d; supported is %d", file.SchemaVersion, report.SchemaVersion)
	}
	b := NewBaseline(dir)
	for _, e := range file.Findings {
		if e != nil {
			b.known[e.findingKey] = e
		}
	}
	return b, nil
}

// atLine returns the line and the kind of a JSON error, or "" if the line is unknown.
func atLine(text []byte, err error) string {
	var syntax *json.SyntaxError
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf(": line %d is not valid JSON", 1+bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n")))
	case errors.As(err, &other):
		return fmt.Sprintf(": line %d has a value of another type", 1+bytes.Count(text[:min(int(other.Offset), len(text))], []byte("\n")))
	}
	return ""
}

// Add adds a finding.
func (b *Baseline) Add(f *report.Finding) {
	k := b.name(f)
	e := b.known[k]
	if b.known == nil {
		b.known = map[findingKey]*entry{}
	}
	if e == nil {
		e = &entry{findingKey: k, seen: true}
		b.known[k] = e
	}
}

// Copy returns an independent baseline with the same findings, for checking the same files again.
func (b *Baseline) Copy() *Baseline {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := &Baseline{dir: b.dir, known: make(map[findingKey]*entry, len(b.known))}
	for k, e := range b.known {
		again := *e
		c.known[k] = &again
	}
	return c
}

// Hides reports whether the baseline has a finding. It is safe for concurrent use.
func (b *Baseline) Hides(f *report.Finding) bool {
	k := b.name(f)
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.known[k]
	if e == nil {
		return false
	}
	e.seen = true
	return true
}

// Judged records which rules checked the CRDs of a file.
func (b *Baseline) Judged(r *FileReport) {
	if b.runs == nil {
		b.runs, b.runsOfFile = map[string][]crdRun{}, map[string][]crdRun{}
	}
	for _, run := range r.runs {
		b.runs[run.crd] = append(b.runs[run.crd], run)
	}
	b.runsOfFile[b.file(&report.Finding{File: r.File})] = r.runs
}

// runsOf returns the runs of the CRD, or of the file, of an entry.
func (b *Baseline) runsOf(k *findingKey) []crdRun {
	if k.CRD != "" {
		return b.runs[k.CRD]
	}
	return b.runsOfFile[k.File]
}

// Gone counts the entries without a finding in this run whose rules checked all CRDs of the entry.
func (b *Baseline) Gone() int {
	n := 0
	for k, e := range b.known {
		runs := b.runsOf(&k)
		if !e.seen && len(runs) > 0 && !slices.ContainsFunc(runs, func(c crdRun) bool { return !c.judged(k.Rule) }) {
			n++
		}
	}
	return n
}

// KeepUnjudged adds the entries of an older baseline about CRDs that the server refuses: their rules did not
// check them.
func (b *Baseline) KeepUnjudged(old *Baseline) {
	if b.known == nil {
		b.known = map[findingKey]*entry{}
	}
	for k, e := range old.known {
		if b.known[k] == nil && slices.ContainsFunc(b.runsOf(&k), func(c crdRun) bool { return !c.accepted }) {
			b.known[k] = e
		}
	}
}

// Len returns the number of findings in the baseline.
func (b *Baseline) Len() int {
	return len(b.known)
}

// JSON returns the baseline as JSON, sorted, one entry a line.
func (b *Baseline) JSON() []byte {
	all := make([]*entry, 0, len(b.known))
	for _, e := range b.known {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(strings.Compare(a.CRD, b.CRD), strings.Compare(a.File, b.File), strings.Compare(a.Path, b.Path),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"schemaVersion\": %d,\n  \"findings\": [", report.SchemaVersion)
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for i := range all {
		if i > 0 {
			out.Truncate(out.Len() - 1) // the line break of the encoder
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		// Encode cannot fail: an entry has only strings.
		_ = e.Encode(all[i])
	}
	if len(all) > 0 {
		out.WriteString("  ")
	}
	out.WriteString("]\n}\n")
	var safe bytes.Buffer
	// Writing to a bytes.Buffer cannot fail.
	_ = safetext.Write(&safe, safetext.JSON, func(w io.Writer) error {
		_, err := out.WriteTo(w)
		return err
	})
	return safe.Bytes()
}

func (b *Baseline) name(f *report.Finding) findingKey {
	k := findingKey{Rule: f.Rule, CRD: f.CRD}
	k.Path, k.Message = findinglist.Lasting(f)
	if f.CRD == "" {
		k.CRD, k.File = "", b.file(f)
	}
	return k
}

// file returns the slash-separated name of a finding's file, relative to the baseline's folder where possible.
func (b *Baseline) file(f *report.Finding) string {
	if dir, err := filepath.Abs(b.dir); err == nil {
		if file, err := filepath.Abs(f.File); err == nil {
			if rel, err := filepath.Rel(dir, file); err == nil {
				return filepath.ToSlash(rel)
			}
		}
	}
	return filepath.ToSlash(f.File)
}
