package golden

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
)

// Recorded is a case and what the server of a minor version answers.
type Recorded struct {
	*Case
	Minor  int
	Answer Answer
	// Changed says that the next newer version answers something else.
	Changed bool
}

// InStore is the old CRD of a case. One that the recorder puts straight into the store has a
// uid, by which crdtool knows that no server has dropped fields of it on the way.
func (c *Case) InStore() []byte {
	if !c.OldStored {
		return c.Old
	}
	const metadata, uid = "\nmetadata:", "uid: 00000000-0000-4000-8000-000000000000"
	block := bytes.Replace(c.Old, []byte(metadata+"\n"), []byte(metadata+"\n  "+uid+"\n"), 1)
	return bytes.Replace(block, []byte(metadata+" {"), []byte(metadata+" {"+uid+", "), 1)
}

// OfMinors reads what the servers of all minor versions answer to the cases whose names
// begin with a prefix.
func OfMinors(testdata, prefix string) ([]Recorded, error) {
	cases, err := Cases(filepath.Join(testdata, "crd"))
	if err != nil {
		return nil, err
	}
	h, err := ReadHistory(filepath.Join(testdata, "minors", "cases.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	var all []Recorded
	for _, c := range cases {
		if !strings.HasPrefix(c.Name, prefix) {
			continue
		}
		hash := c.Hash()
		var last []byte // most answers are those of the version before
		for _, minor := range h.Minors() {
			text, ok := h.Answer(c.Name, hash, minor)
			if !ok {
				continue
			}
			r := Recorded{Case: c, Minor: minor}
			if last != nil && bytes.Equal(text, last) {
				r.Answer = all[len(all)-1].Answer
			} else if err := json.Unmarshal(text, &r.Answer); err != nil {
				return nil, err
			} else {
				r.Answer, r.Changed = r.Answer.Canonical(), last != nil
			}
			last = text
			all = append(all, r)
		}
	}
	return all, nil
}

// RecordedObject is a case on an object, and what the server of a minor version answers to
// it: one that does not answer what the next newer one does, or the oldest.
type RecordedObject struct {
	*ObjectCase
	Minor  int
	Answer ObjectAnswer
}

// ObjectsOfMinors reads where servers answer to cases on objects otherwise than newer ones,
// and what the oldest answers. Cases that a server cannot be asked about are left out.
func ObjectsOfMinors(testdata string) ([]RecordedObject, error) {
	cases, err := ObjectCases(filepath.Join(testdata, "dryrun"))
	if err != nil {
		return nil, err
	}
	h, err := ReadHistory(filepath.Join(testdata, "minors", "object-cases.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	var all []RecordedObject
	for _, c := range cases {
		hash := c.Hash()
		var last []byte
		minors := h.Minors()
		for i, minor := range minors {
			text, ok := h.Answer(c.Name, hash, minor)
			if !ok {
				continue
			}
			if i == len(minors)-1 || last != nil && !bytes.Equal(text, last) {
				answer := struct {
					ObjectAnswer
					Unplayable string `json:"unplayable"`
				}{}
				if err := json.Unmarshal(text, &answer); err != nil {
					return nil, err
				}
				if answer.Unplayable == "" {
					answer.Answer = answer.Answer.Canonical()
					all = append(all, RecordedObject{c, minor, answer.ObjectAnswer})
				}
			}
			last = text
		}
	}
	return all, nil
}
