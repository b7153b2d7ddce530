package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// SharedID names the question what a release publishes of Kubernetes' own types, in
// its history, and SharedHash tells whether it is still asked about the same CRD.
const SharedID = "shared"

// SharedHash is the hash of the CRD that is asked about.
func SharedHash() string { return golden.Hash(SharedCRD()) }

// SharedCRD is a CRD with all subresources, so that its documents hold all that a
// release adds to those of CRDs.
func SharedCRD() []byte { return []byte(sharedCRD) }

// Shared is what a release publishes of Kubernetes' own types.
type Shared struct {
	// Schemas are those of OpenAPI v3 that documents of CRDs refer to.
	Schemas document `json:"schemas"`
	// Kinds2 are the kinds that those of OpenAPI v2 stand for, by name.
	Kinds2 map[string][]any `json:"kinds2"`
	// Options are the documentation of query parameters, by the type of meta.v1 whose
	// fields they are, and name.
	Options map[string]map[string]string `json:"options"`
}

// SharedOf takes from the documents of the CRD, as Fetch returns them, what is not its own.
func SharedOf(docs map[string]Document) Shared {
	s := Shared{Schemas: document{}, Kinds2: map[string][]any{}, Options: map[string]map[string]string{}}
	for name, schema := range object(docs["v2"], "definitions") {
		schema, _ := schema.(document)
		if list, _ := schema[kindExtension].([]any); list != nil && isShared(name) {
			s.Kinds2[name] = list
		}
	}
	doc := docs["v3 shared.example.com/v1"]
	for name, schema := range object(doc, "components", "schemas") {
		if isShared(name) {
			s.Schemas[name] = schema
		}
	}
	for _, item := range object(doc, "paths") {
		item, _ := item.(document)
		for _, operation := range item {
			operation, _ := operation.(document)
			action, _ := operation["x-kubernetes-action"].(string)
			options := optionsOf[action]
			if options == "" {
				continue
			}
			if s.Options[options] == nil {
				s.Options[options] = map[string]string{}
			}
			parameters, _ := operation["parameters"].([]any)
			for _, p := range parameters {
				p, _ := p.(document)
				name, _ := p["name"].(string)
				if p["in"] == "query" && name != "pretty" { // which is no field
					s.Options[options][name], _ = p["description"].(string)
				}
			}
		}
	}
	return s
}

// optionsOf names the options of the actions whose parameters are of one type alone.
var optionsOf = map[string]string{
	"get": "GetOptions", "list": "ListOptions", "post": "CreateOptions",
	"put": "UpdateOptions", "patch": "PatchOptions", "delete": "DeleteOptions",
}

// release is how a release differs from the next one, as the package resource reads it.
type release struct {
	Release int `json:"release"`
	difference
	Options map[string]map[string]*string `json:"options,omitempty"`
	// V2 is what is else in OpenAPI v2: the kinds, and schemas once more.
	V2 *difference `json:"v2,omitempty"`
}

type difference struct {
	Schemas document `json:"schemas,omitempty"`
	Kinds   *kinds   `json:"kinds,omitempty"`
}

type kinds struct {
	Only []string `json:"only,omitempty"`
	Not  []string `json:"not,omitempty"`
}

// WriteReleases writes how the releases before the newest differ, of the recorded
// answers, into the package that embeds it. Root is the folder of the main module.
func WriteReleases(root string) error {
	recorded, err := readShared(root)
	if err != nil {
		return err
	}
	text, err := releases(recorded)
	if err != nil {
		return err
	}
	return os.WriteFile(releasesFile(root), text, 0o644)
}

func releasesFile(root string) string {
	return filepath.Join(root, "internal", "server", "openapiv3", "resource", "releases.json")
}

// recordedShared is the answer of a minor version.
type recordedShared struct {
	minor int
	Shared
}

// readShared reads the recorded answers, that of kube.Latest first: newer ones are of
// releases that crdtool does not know yet.
func readShared(root string) (list []recordedShared, err error) {
	file := filepath.Join(root, "testdata", "minors", "shared.jsonl.gz")
	h, err := golden.ReadHistory(file)
	if err != nil {
		return nil, err
	}
	versions := kube.Versions()
	slices.Reverse(versions)
	for _, v := range versions {
		text, found := h.Answer(SharedID, SharedHash(), v.Minor)
		if !found {
			return nil, fmt.Errorf("%s: no answer of Kubernetes %s is recorded; run: make record-minors MINORS=%s SETS=shared", file, v, v)
		}
		r := recordedShared{minor: v.Minor}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&r.Shared); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, r)
	}
	return list, nil
}

// releases says how each release differs from the one before it in the list.
func releases(list []recordedShared) ([]byte, error) {
	var all []release
	for i, older := range list[1:] {
		r, err := between(list[i].Shared, older.Shared)
		if err != nil {
			return nil, fmt.Errorf("1.%d: %w", older.minor, err)
		}
		r.Release = older.minor
		all = append(all, r)
	}
	return encode(all)
}

// between says how an older release differs from a newer one.
func between(newer, older Shared) (r release, err error) {
	if r.Schemas, err = mergePatch(withoutKinds(newer.Schemas), withoutKinds(older.Schemas)); err != nil {
		return r, err
	}
	const options = resource.DeleteOptionsModel
	r.Kinds = kindsBetween(kindsOf(newer.Schemas, options), kindsOf(older.Schemas, options))
	r.V2 = r.v2Between(newer, older)
	r.Options, err = optionsBetween(newer.Options, older.Options)
	return r, err
}

// optionsBetween returns the parameters that the older release describes otherwise, nil
// for those that it does not have.
func optionsBetween(newer, older map[string]map[string]string) (differ map[string]map[string]*string, err error) {
	note := func(options, name string, text *string) {
		if differ == nil {
			differ = map[string]map[string]*string{}
		}
		if differ[options] == nil {
			differ[options] = map[string]*string{}
		}
		differ[options][name] = text
	}
	for options, texts := range newer {
		for name, text := range texts {
			if was, found := older[options][name]; !found {
				note(options, name, nil)
			} else if was != text {
				note(options, name, &was)
			}
		}
	}
	for options, texts := range older {
		for name := range texts {
			if _, found := newer[options][name]; !found {
				return nil, fmt.Errorf("the next release has no parameter %s of %s any more, which the package resource can't say", name, options)
			}
		}
	}
	return differ, nil
}

const kindExtension = "x-kubernetes-group-version-kind"

// v2Between says what leads to OpenAPI v2 of the older release that what leads to v3
// does not.
func (r *release) v2Between(newer, older Shared) *difference {
	const options = resource.DeleteOptionsModel
	var d difference
	k := kindsBetween(newer.Kinds2[options], older.Kinds2[options])
	if !reflect.DeepEqual(k, r.Kinds) {
		if d.Kinds = k; k == nil {
			d.Kinds = &kinds{}
		}
	}
	names := maps.Clone(newer.Kinds2)
	maps.Copy(names, older.Kinds2)
	delete(names, options)
	for name := range names {
		becomes := newer.Kinds2[name]
		if v3 := kindsOf(older.Schemas, name); !reflect.DeepEqual(kindsOf(newer.Schemas, name), v3) {
			becomes = v3
		}
		if want := older.Kinds2[name]; !reflect.DeepEqual(becomes, want) {
			if d.Schemas == nil {
				d.Schemas = document{}
			}
			d.Schemas[name] = document{kindExtension: want}
		}
	}
	if d.Kinds == nil && d.Schemas == nil {
		return nil
	}
	return &d
}

// kindsOf are the kinds that a schema stands for.
func kindsOf(schemas document, name string) []any {
	list, _ := object(schemas, name)[kindExtension].([]any)
	return list
}

// withoutKinds are the schemas without the many kinds named DeleteOptions, which change
// often and are compared one by one.
func withoutKinds(schemas document) document {
	schemas = maps.Clone(schemas)
	options := maps.Clone(object(schemas, resource.DeleteOptionsModel))
	delete(options, kindExtension)
	schemas[resource.DeleteOptionsModel] = options
	return schemas
}

// kindsBetween compares kinds by group and version.
func kindsBetween(newer, older []any) *kinds {
	names := func(list []any) (all []string) {
		for _, k := range list {
			k, _ := k.(document)
			all = append(all, fmt.Sprintf("%s/%s", k["group"], k["version"]))
		}
		slices.Sort(all)
		return all
	}
	n, o := names(newer), names(older)
	k := kinds{without(o, n), without(n, o)}
	if k.Only == nil && k.Not == nil {
		return nil
	}
	return &k
}

func without(list, remove []string) (rest []string) {
	for _, s := range list {
		if !slices.Contains(remove, s) {
			rest = append(rest, s)
		}
	}
	return rest
}

// mergePatch returns the JSON merge patch (RFC 7386) that makes one object another, nil
// if there is nothing to do.
func mergePatch(from, to document) (document, error) {
	patch := document{}
	for name := range from {
		if _, stays := to[name]; !stays {
			patch[name] = nil
		}
	}
	for name, t := range to {
		f, was := from[name]
		if was && reflect.DeepEqual(f, t) {
			continue
		}
		if hasNull(t) {
			return nil, fmt.Errorf("%s has a null, which a merge patch can't say", name)
		}
		fromObject, a := f.(document)
		toObject, b := t.(document)
		if !a || !b {
			patch[name] = t
			continue
		}
		inner, err := mergePatch(fromObject, toObject)
		if err != nil {
			return nil, err
		}
		patch[name] = inner
	}
	if len(patch) == 0 {
		return nil, nil
	}
	return patch, nil
}

func hasNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case document:
		for _, e := range v {
			if hasNull(e) {
				return true
			}
		}
	}
	return false
}
