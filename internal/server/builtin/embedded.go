package builtin

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"sync"
)

// catalogText is the embedded catalog. "make builtin" writes it.
//
//go:embed catalog.json.gz
var catalogText []byte

// embedded returns the embedded catalog. It is decompressed for the first object of a built-in kind: commands that
// read none start without it.
var embedded = sync.OnceValue(func() *Catalog {
	r, err := gzip.NewReader(bytes.NewReader(catalogText))
	if err == nil {
		c := &Catalog{}
		if err = json.NewDecoder(r).Decode(c); err == nil {
			return c
		}
	}
	panic("builtin: catalog.json.gz: " + err.Error())
})
