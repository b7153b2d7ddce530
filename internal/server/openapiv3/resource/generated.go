package resource

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/kube"
)

// Generated is what a release publishes of Kubernetes' own types, of which all documents
// are made, as far as the newest release differs: their schemas and documentation are
// generated from Go types.
type Generated struct {
	// Options are the texts of parameters, by the options type of meta.v1 and name; nil
	// for one that the release does not have.
	Options map[string]map[string]*string
	// patches lead from the schemas of the newest release to those of this one.
	patches []release
}

// release is what a release had different from the next one.
type release struct {
	Release int
	difference
	// Options is like Generated.Options.
	Options map[string]map[string]*string
	// V2 is what is else in OpenAPI v2: these Kinds, if there are any, and Schemas in
	// addition.
	V2 difference
}

// difference is one of schemas.
type difference struct {
	// Schemas is a JSON merge patch (RFC 7386) for the schemas that documents share, as
	// OpenAPI v3 has them.
	Schemas map[string]any
	// Kinds are the groups and versions of the kinds named DeleteOptions, that the next
	// release does not have, and those that only it has.
	Kinds *struct{ Only, Not []string }
}

// releasesText holds the differences, the newest release first. "make releases" writes it,
// of what the server of each release publishes for one CRD with all subresources, which
// testdata/minors/shared.jsonl.gz has.
//
//go:embed releases.json
var releasesText []byte

var releases = sync.OnceValue(func() []release {
	var all []release
	if err := json.Unmarshal(releasesText, &all); err != nil {
		panic("resource: releases.json: " + err.Error())
	}
	return all
})

var (
	newest   = &Generated{}
	newestOf = sync.OnceValue(func() *kube.OpenAPI {
		b := kube.Latest.Behaviour()
		return &b.OpenAPI
	})
)

// GeneratedOf returns what a server's release publishes.
func GeneratedOf(of *kube.OpenAPI) *Generated {
	if of.Release == kube.Latest.Minor {
		return newest
	}
	g := &Generated{Options: map[string]map[string]*string{}}
	for _, r := range releases() {
		if r.Release < of.Release {
			break
		}
		g.patches = append(g.patches, r)
		for options, texts := range r.Options {
			if g.Options[options] == nil {
				g.Options[options] = map[string]*string{}
			}
			for name, text := range texts {
				g.Options[options][name] = text
			}
		}
	}
	return g
}

// Same reports whether the release has the schemas of the newest one.
func (g *Generated) Same() bool { return len(g.patches) == 0 }

// Patch turns the schemas of the newest release, as JSON, into those of the release.
func (g *Generated) Patch(schemas map[string]any) { g.patch(schemas, false) }

// PatchV2 does so for those of OpenAPI v2. What it changes is as v3 has it.
func (g *Generated) PatchV2(schemas map[string]any) { g.patch(schemas, true) }

func (g *Generated) patch(schemas map[string]any, v2 bool) {
	for i := range g.patches {
		p := &g.patches[i]
		merge(schemas, p.Schemas)
		changed := p.Kinds
		if v2 {
			merge(schemas, p.V2.Schemas)
			if p.V2.Kinds != nil {
				changed = p.V2.Kinds
			}
		}
		if changed == nil {
			continue
		}
		options, _ := schemas[DeleteOptionsModel].(map[string]any)
		kinds, _ := options[kindExtension].([]any)
		kinds = patchKinds(kinds, changed.Only, changed.Not)
		if options[kindExtension] = kinds; len(kinds) == 0 {
			delete(options, kindExtension)
		}
	}
}

const kindExtension = "x-kubernetes-group-version-kind"

// merge applies a JSON merge patch to an object.
func merge(object, patch map[string]any) {
	for name, change := range patch {
		inner, isObject := change.(map[string]any)
		if change == nil {
			delete(object, name)
		} else if !isObject {
			object[name] = change
		} else {
			// What is there is an object, or nothing.
			below, _ := object[name].(map[string]any)
			if below == nil {
				below = map[string]any{}
				object[name] = below
			}
			merge(below, inner)
		}
	}
}

// patchKinds adds and removes kinds, by group and version.
func patchKinds(kinds []any, only, not []string) []any {
	name := func(kind any) string {
		k, _ := kind.(map[string]any)
		group, _ := k["group"].(string)
		version, _ := k["version"].(string)
		return group + "/" + version
	}
	kinds = slices.DeleteFunc(kinds, func(k any) bool { return slices.Contains(not, name(k)) })
	for _, gv := range only {
		group, version, _ := strings.Cut(gv, "/")
		kinds = append(kinds, map[string]any{"group": group, "kind": "DeleteOptions", "version": version})
	}
	slices.SortFunc(kinds, func(a, b any) int { return strings.Compare(name(a), name(b)) })
	return kinds
}
