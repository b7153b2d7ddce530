package golden

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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

func readCase(path, name string) (*Case, error) {
	c := &Case{Name: name, Path: path, FieldValidation: "Strict"}
	var err error
	if c.Archive, err = readArchive(path, c.section); err != nil {
		return nil, err
	}
	if c.CRD == nil {
		return nil, fmt.Errorf("%s: no section %q or %q", path, crdYAML, crdJSON)
	}
	return c, nil
}

// readArchive reads a file, whose sections it gives to a function.
func readArchive(path string, section func(File) error) (*Archive, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a := Parse(text)
	for _, f := range a.Files {
		if err := section(f); err != nil {
			return nil, fmt.Errorf("%s: section %q: %w", path, f.Name, err)
		}
	}
	return a, nil
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
		return readOptions(data, c.option)
	case answer:
		a, err := ParseAnswer(data)
		c.Answer = &a
		return err
	default:
		return fmt.Errorf("not known")
	}
	return nil
}

var errUnknownOption = errors.New("unknown option")

// readOptions gives the lines of a section with options to a function.
func readOptions(text []byte, option func(key, value string) error) error {
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		key, value, _ := strings.Cut(s.Text(), ":")
		if err := option(key, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("%q: %w", s.Text(), err)
		}
	}
	return nil
}

func (c *Case) option(key, value string) error {
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
		return errUnknownOption
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

// Cases reads every case below a folder, sorted by name.
func Cases(dir string) ([]*Case, error) { return readAll(dir, readCase) }

// readAll reads every txtar file below a folder, sorted by name: the path without the extension, with
// slashes. Files that start with "_" or "." and folders so named are left out.
func readAll[T any](dir string, read func(path, name string) (T, error)) ([]T, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && strings.ContainsAny(d.Name()[:1], "_."):
			if d.IsDir() {
				return filepath.SkipDir
			}
		case !d.IsDir() && filepath.Ext(path) == ".txtar":
			name, err := filepath.Rel(dir, path)
			files[strings.TrimSuffix(filepath.ToSlash(name), ".txtar")] = path
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var all []T
	for _, name := range slices.Sorted(maps.Keys(files)) {
		c, err := read(files[name], name)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}
