package golden

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Case is one behaviour of the API server towards a CustomResourceDefinition:
// a txtar file whose comment says what it shows.
//
// The comment is prose; lines in it of the form "key: value" with one of the
// keys below are read by tests.
//
//	checklist: 2.1/16, 2.1/17   the rows of the checklist of messages it covers
//	surprises: 7                the numbers of surprising behaviours it covers
//	ratchet: default-unpruned   the relaxation on update it covers
type Case struct {
	// Name is the path below the folder of the cases, without extension and
	// with slashes: "names/plural-missing".
	Name string
	// Path is the file it was read from.
	Path    string
	Archive *Archive

	// CRD is the request's body. JSON is set when it is sent as JSON.
	CRD  []byte
	JSON bool
	// Old is the CRD in the cluster that the request updates; nil for a create.
	Old []byte
	// Other is another CRD that is in the cluster.
	Other []byte
	// FieldValidation is "Strict", "Warn" or "Ignore".
	FieldValidation string
	// OldStored says that Old is put straight into the store, because today's
	// server would refuse to create it.
	OldStored bool

	// Written says that the request is made without dryRun, for an answer of the
	// store's.
	Written bool

	// NotACRD says that the text is none to a reader of files, which so need not
	// give the server's words about it.
	NotACRD bool

	// Answer is the recorded answer; nil when there is none yet.
	Answer *Answer
}

// The sections of a case.
const (
	crdYAML   = "crd.yaml"
	crdJSON   = "crd.json"
	oldYAML   = "old.yaml"
	otherYAML = "other.yaml"
	options   = "options"
	answer    = "answer.json"
)

// ReadCase reads one case.
func ReadCase(path, name string) (*Case, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &Case{Name: name, Path: path, Archive: Parse(text), FieldValidation: "Strict"}
	for _, f := range c.Archive.Files {
		if err := c.section(f); err != nil {
			return nil, fmt.Errorf("%s: section %q: %w", path, f.Name, err)
		}
	}
	if c.CRD == nil {
		return nil, fmt.Errorf("%s: no section %q or %q", path, crdYAML, crdJSON)
	}
	return c, nil
}

func (c *Case) section(f File) error {
	data := f.Data
	if data == nil {
		data = []byte{}
	}
	switch f.Name {
	case crdYAML, crdJSON:
		if c.CRD != nil {
			return fmt.Errorf("a case has one CRD")
		}
		c.CRD, c.JSON = data, f.Name == crdJSON
	case oldYAML:
		c.Old = data
	case otherYAML:
		c.Other = data
	case options:
		return c.options(data)
	case answer:
		a, err := ParseAnswer(data)
		c.Answer = &a
		return err
	default:
		return fmt.Errorf("not known")
	}
	return nil
}

func (c *Case) options(text []byte) error {
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		key, value, _ := strings.Cut(s.Text(), ":")
		value = strings.TrimSpace(value)
		switch {
		case key == "fieldValidation" && slices.Contains([]string{"Strict", "Warn", "Ignore"}, value):
			c.FieldValidation = value
		case key == "old" && value == "stored":
			c.OldStored = true
		case key == "dryRun" && value == "none":
			c.Written = true
		case key == "reads" && value == "as no CRD":
			c.NotACRD = true
		default:
			return fmt.Errorf("unknown option %q", s.Text())
		}
	}
	return nil
}

// Comment returns the values of a key in the case's comment, split at commas.
func (c *Case) Comment(key string) []string {
	var values []string
	for s := bufio.NewScanner(bytes.NewReader(c.Archive.Comment)); s.Scan(); {
		rest, ok := strings.CutPrefix(s.Text(), key+":")
		if !ok {
			continue
		}
		for v := range strings.SplitSeq(rest, ",") {
			values = append(values, strings.TrimSpace(v))
		}
	}
	return values
}

// SetAnswer puts the answer into the case and its archive.
func (c *Case) SetAnswer(a Answer) {
	c.Answer = &a
	c.Archive.Set(answer, a.Format())
}

// Cases reads every case below a folder, sorted by name. Files that start with
// "_" or "." and folders so named are left out.
func Cases(dir string) ([]*Case, error) {
	var cases []*Case
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && strings.ContainsAny(d.Name()[:1], "_."):
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir() || filepath.Ext(path) != ".txtar":
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		c, err := ReadCase(path, strings.TrimSuffix(filepath.ToSlash(rel), ".txtar"))
		if err != nil {
			return err
		}
		cases = append(cases, c)
		return nil
	})
	slices.SortFunc(cases, func(a, b *Case) int { return strings.Compare(a.Name, b.Name) })
	return cases, err
}
