package golden

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ObjectCase is one behaviour of the API server towards a custom object: a txtar
// file whose comment says what it shows.
type ObjectCase struct {
	// Name is the path below the folder of the cases, without extension and with
	// slashes; Path is the file.
	Name, Path string
	Archive    *Archive

	// CRD is what makes the server serve the object.
	CRD []byte
	// Object is the request's body. JSON is set when it is sent as JSON. It is
	// empty for a scale.
	Object []byte
	JSON   bool
	// Old is the object in the store, as it stands there; nil on create.
	Old []byte

	// FieldValidation is "Strict", "Warn" or "Ignore".
	FieldValidation string
	// Operation is "create", "update", "update-status", "scale", or "columns", which
	// asks for the old object as kubectl get does.
	Operation string
	// Version is the one in the URL; the object's own if it is empty.
	Version string
	// Replicas is what a scale asks for.
	Replicas int32

	// Answer is the recorded answer; nil when there is none yet.
	Answer *ObjectAnswer
}

// ObjectAnswer is what kube-apiserver says to a request with a custom object.
type ObjectAnswer struct {
	Answer
	// Object is the object, Scale or Table that it returns, less uids,
	// timestamps, resourceVersion and managedFields; nil if it refuses.
	Object any `json:"object,omitempty"`
}

// The sections of a case on an object, beside those of a case on a CRD.
const (
	objectYAML = "object.yaml"
	objectJSON = "object.json"
)

// ReadObjectCase reads one case.
func ReadObjectCase(path, name string) (*ObjectCase, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &ObjectCase{Name: name, Path: path, Archive: Parse(text), FieldValidation: "Strict"}
	for _, f := range c.Archive.Files {
		if err := c.section(f); err != nil {
			return nil, fmt.Errorf("%s: section %q: %w", path, f.Name, err)
		}
	}
	if c.Operation == "" {
		c.Operation = "create"
		if c.Old != nil {
			c.Operation = "update"
		}
	}
	if c.CRD == nil {
		return nil, fmt.Errorf("%s: no section %q", path, crdYAML)
	}
	return c, nil
}

func (c *ObjectCase) section(f File) error {
	switch f.Name {
	case crdYAML:
		c.CRD = f.Data
	case objectYAML, objectJSON:
		c.Object, c.JSON = f.Data, f.Name == objectJSON
	case oldYAML:
		c.Old = f.Data
	case options:
		return c.options(f.Data)
	case answer:
		var a struct {
			Answer
			Object any `json:"object"`
		}
		err := json.Unmarshal(f.Data, &a)
		c.Answer = &ObjectAnswer{a.Answer, a.Object}
		return err
	default:
		return fmt.Errorf("not known")
	}
	return nil
}

func (c *ObjectCase) options(text []byte) error {
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		key, value, _ := strings.Cut(s.Text(), ":")
		value = strings.TrimSpace(value)
		switch {
		case key == "fieldValidation" && slices.Contains([]string{"Strict", "Warn", "Ignore"}, value):
			c.FieldValidation = value
		case key == "operation" && slices.Contains([]string{"create", "update", "update-status", "scale", "columns"}, value):
			c.Operation = value
		case key == "version":
			c.Version = value
		case key == "replicas":
			n, err := strconv.ParseInt(value, 10, 32)
			if err != nil {
				return err
			}
			c.Replicas = int32(n)
		default:
			return fmt.Errorf("unknown option %q", s.Text())
		}
	}
	return nil
}

// SetAnswer puts the answer into the case and its archive.
func (c *ObjectCase) SetAnswer(a ObjectAnswer) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Answer
		Object any `json:"object,omitempty"`
	}{a.Answer, a.Object})
	c.Answer = &a
	c.Archive.Set(answer, b.Bytes())
	return err
}

// ObjectCases reads every case below a folder, sorted by name.
func ObjectCases(dir string) ([]*ObjectCase, error) {
	var cases []*ObjectCase
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".txtar" {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		c, err := ReadObjectCase(path, strings.TrimSuffix(filepath.ToSlash(rel), ".txtar"))
		cases = append(cases, c)
		return err
	})
	slices.SortFunc(cases, func(a, b *ObjectCase) int { return strings.Compare(a.Name, b.Name) })
	return cases, err
}
