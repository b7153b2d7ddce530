package golden

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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

func readObjectCase(path, name string) (*ObjectCase, error) {
	c := &ObjectCase{Name: name, Path: path, FieldValidation: "Strict"}
	var err error
	if c.Archive, err = readArchive(path, c.section); err != nil {
		return nil, err
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
		return readOptions(f.Data, c.option)
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

func (c *ObjectCase) option(key, value string) error {
	switch {
	case key == "fieldValidation" && slices.Contains([]string{"Strict", "Warn", "Ignore"}, value):
		c.FieldValidation = value
	case key == "operation" && slices.Contains([]string{"create", "update", "update-status", "scale", "columns"}, value):
		c.Operation = value
	case key == "version":
		c.Version = value
	case key == "replicas":
		n, err := strconv.ParseInt(value, 10, 32)
		c.Replicas = int32(n)
		return err
	default:
		return errUnknownOption
	}
	return nil
}

// SetAnswer puts the answer into the case and its archive.
func (c *ObjectCase) SetAnswer(a ObjectAnswer) error {
	text, err := indented(struct {
		Answer
		Object any `json:"object,omitempty"`
	}{a.Answer, a.Object})
	c.Answer = &a
	c.Archive.Set(answer, text)
	return err
}

// ObjectCases reads every case below a folder, sorted by name.
func ObjectCases(dir string) ([]*ObjectCase, error) { return readAll(dir, readObjectCase) }
