package openapi

import "strings"

// only returns the part of a document that some of its paths make up: those
// paths, and all that they refer to, be it over other references.
func only(doc document, wanted func(path string) bool) document {
	out, paths := document{}, document{}
	for path, item := range object(doc, "paths") {
		if wanted(path) {
			paths[path] = item
		}
	}
	out["paths"] = paths
	var follow func(v any)
	follow = func(v any) {
		switch v := v.(type) {
		case document:
			for k, e := range v {
				if ref, isRef := e.(string); isRef && k == "$ref" {
					if found := include(out, doc, ref); found != nil {
						follow(found)
					}
					continue
				}
				follow(e)
			}
		case []any:
			for _, e := range v {
				follow(e)
			}
		}
	}
	follow(paths)
	return out
}

// include copies what a reference leads to from one document into another, and
// returns it; nil if it is there already or nowhere. The names of Kubernetes'
// definitions need no escaping in a JSON pointer.
func include(to, from document, ref string) any {
	keys := strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	parents, name := keys[:len(keys)-1], keys[len(keys)-1]
	found := object(from, parents...)[name]
	for _, k := range parents {
		if to[k] == nil {
			to[k] = document{}
		}
		to = object(to, k)
	}
	if found == nil || to[name] != nil {
		return nil
	}
	to[name] = found
	return found
}
