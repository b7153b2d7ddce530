package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/crdtool/crdtool/internal/golden"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
)

// SharedCRD is the CRD in whose documents all is that documents share, and
// SharedDocument the name of its document.
const (
	SharedCRD      = sharedCRD
	SharedDocument = "v3 shared.example.com/v1"
)

// Shared is what a document has of Kubernetes' own: schemas, and the texts of
// parameters by the options type of meta.v1 and name.
type Shared struct {
	Schemas Document
	Options map[string]map[string]string
}

// SharedOf takes it out of the document of SharedCRD.
func SharedOf(doc Document) Shared {
	s := Shared{Schemas: Document{}, Options: map[string]map[string]string{}}
	for name, schema := range object(doc, "components", "schemas") {
		if isShared(name) {
			s.Schemas[name] = schema
		}
	}
	const all = "/apis/shared.example.com/v1/namespaces/{namespace}/things"
	for options, at := range map[string][2]string{
		"GetOptions": {all + "/{name}", "get"}, "ListOptions": {all, "get"}, "CreateOptions": {all, "post"},
		"UpdateOptions": {all + "/{name}", "put"}, "PatchOptions": {all + "/{name}", "patch"}, "DeleteOptions": {all + "/{name}", "delete"},
	} {
		s.Options[options] = map[string]string{}
		list, _ := object(doc, "paths", at[0], at[1])["parameters"].([]any)
		for _, p := range list {
			p, _ := p.(Document)
			name, _ := p["name"].(string)
			s.Options[options][name], _ = p["description"].(string)
		}
	}
	return s
}

// release is what package resource reads of a release: what it has different from
// the next newer one.
type release struct {
	Release int
	Schemas Document                      `json:",omitempty"`
	Kinds   kinds                         `json:",omitzero"`
	Options map[string]map[string]*string `json:",omitempty"`
}

// kinds are groups and versions of the kinds named DeleteOptions.
type kinds struct{ Only, Not []string }

// WriteReleases writes the file of package resource from recorded answers, which
// have the Shared of each release under one id.
func WriteReleases(h *golden.History, path string) error {
	ids := h.IDs()
	if len(ids) != 1 {
		return fmt.Errorf("%d answers, want one", len(ids))
	}
	var newer *Shared
	list := []release{}
	for _, n := range h.Minors() {
		text, ok := h.Newest(ids[0], n)
		if !ok {
			continue
		}
		var s Shared
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&s); err != nil {
			return err
		}
		if s.Schemas == nil {
			continue // it publishes nothing
		}
		if newer != nil {
			r := difference(newer, &s)
			r.Release = n
			list = append(list, r)
		}
		newer = &s
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(list); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

const kindExtension = "x-kubernetes-group-version-kind"

func difference(newer, older *Shared) release {
	var r release
	of := func(s *Shared) []string {
		var names []string
		list, _ := object(s.Schemas, resource.DeleteOptionsModel)[kindExtension].([]any)
		for _, k := range list {
			k, _ := k.(Document)
			names = append(names, fmt.Sprint(k["group"], "/", k["version"]))
		}
		slices.Sort(names)
		return names
	}
	o, n := of(older), of(newer)
	minus := func(a, b []string) []string {
		return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
	}
	r.Kinds = kinds{minus(o, n), minus(n, o)}
	r.Schemas = mergePatch(withoutKinds(newer.Schemas), withoutKinds(older.Schemas))
	for options, was := range newer.Options {
		for name, text := range was {
			put := func(t *string) {
				if r.Options == nil {
					r.Options = map[string]map[string]*string{}
				}
				if r.Options[options] == nil {
					r.Options[options] = map[string]*string{}
				}
				r.Options[options][name] = t
			}
			is, has := older.Options[options][name]
			switch {
			case !has:
				put(nil)
			case is != text:
				put(&is)
			}
		}
	}
	return r
}

func withoutKinds(schemas Document) Document {
	out := Document{}
	for name, s := range schemas {
		if name == resource.DeleteOptionsModel {
			copied := Document{}
			for k, v := range s.(Document) {
				if k != kindExtension {
					copied[k] = v
				}
			}
			s = copied
		}
		out[name] = s
	}
	return out
}

// mergePatch is the JSON merge patch (RFC 7386) that leads from one object to
// another; nil if they are equal.
func mergePatch(from, to Document) Document {
	var patch Document
	put := func(k string, v any) {
		if patch == nil {
			patch = Document{}
		}
		patch[k] = v
	}
	for k, t := range to {
		f, had := from[k]
		fObject, fIs := f.(Document)
		tObject, tIs := t.(Document)
		switch {
		case had && fIs && tIs:
			if inner := mergePatch(fObject, tObject); inner != nil {
				put(k, inner)
			}
		case !had || diff("", f, t) != nil:
			put(k, t)
		}
	}
	for k := range from {
		if _, stays := to[k]; !stays {
			put(k, nil)
		}
	}
	return patch
}
