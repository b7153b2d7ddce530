// Package betas holds crdtool convert against what a real server of Kubernetes 1.21 makes
// of CustomResourceDefinitions of apiextensions.k8s.io/v1beta1: how it stores them, read
// as v1, and what a server of today says to that.
package betas

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Minors are the versions that are asked: the one that converts, and that of today.
const (
	Old = 21
	New = 37
)

// Source is where a CRD comes from, a line of sources.jsonl.
type Source struct {
	ID       string `json:"id"`
	File     string `json:"file"`
	Repo     string `json:"repo"`
	Licence  string `json:"licence"`
	Ref      string `json:"ref"`
	Commit   string `json:"commit"`
	Path     string `json:"path"`
	Document int    `json:"document"`
	SHA256   string `json:"sha256"`
}

// Answer is what is recorded of the old server.
type Answer struct {
	golden.Answer
	// Stored is the hash of what it stores, as Hash makes it; "" if it refuses.
	Stored string `json:"stored,omitempty"`
}

// Sources reads the list of a folder.
func Sources(folder string) ([]Source, error) {
	text, err := os.ReadFile(filepath.Join(folder, "sources.jsonl"))
	if err != nil {
		return nil, err
	}
	var all []Source
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		var s Source
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, lines.Err()
}

// Read returns the text of a source; nil if the corpus is not there.
func (s *Source) Read(corpus string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(corpus, s.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if sum := sha256.Sum256(text); err == nil && hex.EncodeToString(sum[:]) != s.SHA256 {
		return nil, fmt.Errorf("%s is not the text that was recorded", s.File)
	}
	return text, err
}

// Canonical is what a CRD of v1 says, as JSON, without what differs between servers and
// from one request to the next.
func Canonical(crd []byte) ([]byte, error) {
	c := new(v1.CustomResourceDefinition)
	if err := json.Unmarshal(crd, c); err != nil {
		return nil, err
	}
	apiserver.Scheme.Default(c)
	short := map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": c.Spec}
	meta := map[string]any{"name": c.Name}
	if len(c.Labels) > 0 {
		meta["labels"] = c.Labels
	}
	if len(c.Annotations) > 0 {
		meta["annotations"] = c.Annotations
	}
	if len(c.Finalizers) > 0 {
		meta["finalizers"] = c.Finalizers
	}
	short["metadata"] = meta
	text, err := json.Marshal(short)
	if err != nil {
		return nil, err
	}
	var value any // keys in one order
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

// Hash is that of a canonical CRD.
func Hash(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:16])
}
