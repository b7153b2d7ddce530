package resource

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
)

// Generated holds the differences between the documents of a release and those of the newest one, as far as the
// documents describe Kubernetes' own types: their schemas and texts are generated from Go types.
type Generated struct {
	// Options are the descriptions of parameters, by the options type of meta.v1 and the parameter's name; nil for a
	// parameter that the release does not have.
	Options map[string]map[string]*string
	// patches convert the schemas of the newest release to those of this one, in order.
	patches []release
}

// release holds the differences between a release and the next one.
type release struct {
	Release int
	difference
	// Options is like Generated.Options.
	Options map[string]map[string]*string
	// V2 holds the differences in OpenAPI v2: its Kinds replace the others if set, its Schemas are added.
	V2 difference
}

// difference is a difference between the schemas of two releases.
type difference struct {
	// Schemas is a JSON merge patch (RFC 7386) of the schemas that documents share, in the form of OpenAPI v3.
	Schemas map[string]any
	// Kinds are groups and versions of kinds named DeleteOptions: Only in this release, and Not in it but in the next
	// one.
	Kinds *struct{ Only, Not []string }
}

// releasesText holds the differences, with the newest release first. "make releases" writes it from the documents of
// each release's server for one CRD with all subresources, recorded in testdata/minors/shared.jsonl.gz.
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
	newestOf = sync.OnceValue(func() *behaviour.OpenAPI {
		b := behaviour.Of(kube.Latest)
		return &b.OpenAPI
	})
)

// GeneratedOf returns the differences of a server's release.
func GeneratedOf(of *behaviour.OpenAPI) *Generated {
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

// Same reports whether the release has the same schemas as the newest one.
func (g *Generated) Same() bool { return len(g.patches) == 0 }

// Patch changes the schemas of the newest release, as JSON, to those of the release.
func (g *Generated) Patch(schemas map[string]any) { g.patch(schemas, false) }

// PatchV2 is Patch for OpenAPI v2. Patched schemas have the form of v3.
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
			// The old value is an object or absent.
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
