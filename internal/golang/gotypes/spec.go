package gotypes

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// specMarkers are the markers of a type that are about the CRD and not about its schema,
// with their arguments.
var specMarkers = map[string]map[string]argKind{
	"kubebuilder:printcolumn":        {"name": stringArg, "type": stringArg, "JSONPath": stringArg, "description": stringArg, "format": stringArg, "priority": intArg},
	"kubebuilder:resource":           {"path": stringArg, "shortName": stringsArg, "categories": stringsArg, "singular": stringArg, "scope": stringArg},
	"kubebuilder:subresource:scale":  {"specpath": stringArg, "statuspath": stringArg, "selectorpath": stringArg},
	"kubebuilder:selectablefield":    {"JSONPath": stringArg},
	"kubebuilder:deprecatedversion":  {"warning": stringArg},
	"kubebuilder:metadata":           {"annotations": stringsArg, "labels": stringsArg},
	"kubebuilder:subresource:status": nil,
	"kubebuilder:storageversion":     nil,
	"kubebuilder:unservedversion":    nil,
	"kubebuilder:skipversion":        nil,
}

// specNotes are the markers of the type with a name, with their arguments.
func (r *Root) specNotes(name string) []place {
	fields := specMarkers[name]
	var all []place
	for _, n := range r.to.t.typeMarkers() {
		if n.name != name && n.base != name {
			continue
		}
		var a *args
		if fields != nil && n.args != "" {
			a = parseArgs(n, fieldsArg, fields)
		}
		all = append(all, noteAt(n, a))
	}
	return all
}

// Version is the position of a place of the version: a path below spec.versions[i].
func (r *Root) Version(path []finding.Segment) (Position, bool) {
	r.m.mu.Lock()
	if len(path) >= 2 && path[0].Name == "schema" && path[1].Name == "openAPIV3Schema" {
		r.m.mu.Unlock()
		return r.At(path[2:])
	}
	defer r.m.mu.Unlock()
	at, exact := r.version(path)
	return r.m.position(at, exact), at.ok()
}

// versionMarkers are the markers of the fields of a version with their arguments.
var versionMarkers = map[string]struct{ name, arg string }{
	"selectableFields":   {"kubebuilder:selectablefield", "JSONPath"},
	"storage":            {"kubebuilder:storageversion", ""},
	"served":             {"kubebuilder:unservedversion", ""},
	"deprecated":         {"kubebuilder:deprecatedversion", ""},
	"deprecationWarning": {"kubebuilder:deprecatedversion", "warning"},
}

func (r *Root) version(path []finding.Segment) (place, bool) {
	kind := at(r.to.t.file, r.to.t.spec.Name)
	if len(path) == 0 {
		return kind, true
	}
	marker, arg, index := "", "", 0
	if len(path) > 1 && path[1].IsIndex {
		index = path[1].Index
	}
	switch path[0].Name {
	case "additionalPrinterColumns":
		marker = "kubebuilder:printcolumn"
		if len(path) > 2 {
			arg = strings.Replace(path[2].Name, "jsonPath", "JSONPath", 1)
		}
	case "subresources":
		if len(path) == 1 {
			break
		}
		marker = "kubebuilder:subresource:" + path[1].Name
		if len(path) > 2 {
			arg = map[string]string{"specReplicasPath": "specpath", "statusReplicasPath": "statuspath", "labelSelectorPath": "selectorpath"}[path[2].Name]
		}
	default:
		m := versionMarkers[path[0].Name]
		marker, arg = m.name, m.arg
	}
	all := r.specNotes(marker)
	if index >= len(all) || marker == "" {
		return kind, false
	}
	p := all[index]
	if p.args != nil && arg != "" {
		if s, ok := p.args.spans[arg]; ok {
			return p.part(s), true
		}
		return p, false
	}
	return p, true
}

// Names is the position of a place of the CRD that is not of a version: of names, scope,
// group, labels and annotations. There is none of what other tools add, such as conversion.
func (r *Root) Names(path []finding.Segment) (Position, bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	here, exact := r.names(path)
	return r.m.position(here, exact), here.ok()
}

func (r *Root) names(path []finding.Segment) (place, bool) {
	kind := at(r.to.t.file, r.to.t.spec.Name)
	resource := func(arg string) (place, bool) {
		for _, p := range r.specNotes("kubebuilder:resource") {
			if p.args == nil {
				continue
			}
			if s, ok := p.args.spans[arg]; ok {
				return p.part(s), true
			}
			return p, false
		}
		return kind, false
	}
	switch {
	case len(path) == 1 && (path[0].Name == "apiVersion" || path[0].Name == "kind"):
		return place{}, false // the generator's own
	case len(path) < 2:
	case path[0].Name == "metadata" && path[1].Name == "name":
	case path[0].Name == "metadata" && (path[1].Name == "labels" || path[1].Name == "annotations"):
		for _, p := range r.specNotes("kubebuilder:metadata") {
			if p.args == nil || len(path) < 3 {
				continue
			}
			list, _ := p.args.fields[path[1].Name].([]any)
			for _, item := range list {
				if text, ok := item.(string); ok && strings.HasPrefix(text, path[2].Name+"=") {
					return p.part(p.args.spans[path[1].Name]), true
				}
			}
		}
		return place{}, false
	case path[0].Name != "spec":
		return place{}, false
	case path[1].Name == "group":
		return r.gv.groupAt, true
	case path[1].Name == "scope":
		return resource("scope")
	case path[1].Name == "versions":
	case path[1].Name != "names":
		return place{}, false // controller-gen does not write it
	case len(path) >= 3:
		if arg := map[string]string{"plural": "path", "singular": "singular", "shortNames": "shortName", "categories": "categories"}[path[2].Name]; arg != "" {
			return resource(arg)
		}
		return kind, path[2].Name == "kind" || path[2].Name == "listKind"
	}
	return kind, false
}
