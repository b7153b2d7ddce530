package openapi

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Values are what changes put into documents, by hash. They are kept once for all
// answers, since servers publish much the same for all CRDs: the paths of 50 MB of
// changes are 8 MB, and they have a hundred values.
type Values map[string]any

// ReadValues reads those that belong to the answers in a folder.
func ReadValues(answers string) (Values, error) {
	v := Values{}
	doc, err := readGzip(valuesFile(answers))
	if os.IsNotExist(err) {
		return v, nil
	}
	for hash, value := range doc {
		v[hash] = value
	}
	return v, err
}

// Write writes them where ReadValues reads them.
func (v Values) Write(answers string) error {
	text, err := encode(v)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(valuesFile(answers), b.Bytes(), 0o644)
}

func valuesFile(answers string) string { return filepath.Join(answers, "openapi-values.json.gz") }

// Packed are changes: JSON pointers by the hash of what is put there, "" if nothing.
type Packed map[string][]string

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// Pack adds the values of changes.
func (v Values) Pack(list []Change) (Packed, error) {
	packed := Packed{}
	for _, c := range list {
		hash := ""
		if c.Value != nil {
			text, err := json.Marshal(c.Value)
			if err != nil {
				return nil, err
			}
			hash = golden.Hash(text)
			v[hash] = c.Value
		}
		pointer := ""
		for _, key := range c.At {
			pointer += "/" + escape.Replace(key)
		}
		packed[hash] = append(packed[hash], pointer)
	}
	for _, pointers := range packed {
		slices.Sort(pointers)
	}
	return packed, nil
}

// Unpack returns the changes again, in no order: they are of different places.
func (v Values) Unpack(packed Packed) ([]Change, error) {
	var list []Change
	for hash, pointers := range packed {
		value, found := v[hash]
		if !found && hash != "" {
			return nil, fmt.Errorf("no value %s", hash)
		}
		for _, p := range pointers {
			c := Change{Value: value}
			for _, key := range strings.Split(p, "/")[1:] {
				c.At = append(c.At, unescape.Replace(key))
			}
			list = append(list, c)
		}
	}
	return list, nil
}
