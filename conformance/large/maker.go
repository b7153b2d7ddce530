package large

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
)

type object = map[string]any

// file is what crdtool is asked about: a CRD, or objects of it.
type file struct {
	crd object
	// objects are created, or replace those of old; without them the CRD is created.
	objects, old []object
	// isList has the objects as items of one List, as kubectl get prints them.
	isList bool
}

// maker makes random parts of files.
type maker struct {
	*rand.Rand
	corpus string
}

func (r *maker) between(least, most int) int { return least + r.Intn(most-least+1) }

// one reports true once in n times.
func (r *maker) one(n int) bool { return r.Intn(n) == 0 }

var words = strings.Fields("the name of replica pods storage volume config secret endpoint that controller selects for each node unless a policy says otherwise größe")

// prose returns a text of about n bytes.
func (r *maker) prose(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[r.Intn(len(words))])
		b.WriteString([]string{" ", " ", " ", ", ", ".\n"}[r.Intn(5)])
	}
	return b.String() + "end"
}

func many[T any](n int, f func(i int) T) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

// names returns n names, each another.
func names(n int, prefix string) []any {
	return many(n, func(i int) string { return fmt.Sprintf("%s-%d", prefix, i) })
}

func fields(n int, prefix string, f func(i int) any) object {
	all := object{}
	for i := range n {
		all[fmt.Sprintf("%s%d", prefix, i)] = f(i)
	}
	return all
}

// spoil replaces an item of a list by another, in half of the files.
func (r *maker) spoil(list []any, by ...any) []any {
	if r.one(2) {
		list[r.Intn(len(list))] = by[r.Intn(len(by))]
	}
	return list
}

func copied[T any](v T) T {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // it comes from JSON
	}
	var c T
	_ = json.Unmarshal(text, &c)
	return c
}

// with returns a schema with more keywords, given as name and value.
func with(schema object, more ...any) object {
	for i := 0; i < len(more); i += 2 {
		schema[more[i].(string)] = more[i+1]
	}
	return schema
}

func typed(t string, more ...any) object { return with(object{"type": t}, more...) }

func listOf(items object, more ...any) object { return with(typed("array", "items", items), more...) }

func mapOf(values object, more ...any) object {
	return with(typed("object", "additionalProperties", values), more...)
}

func structOf(properties object, more ...any) object {
	return with(typed("object", "properties", properties), more...)
}

func rule(text string, values ...any) object { return object{"rule": fmt.Sprintf(text, values...)} }

// crdOf returns a CRD with a schema for spec.
func crdOf(spec object) object {
	return object{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": object{"name": "things.example.com"},
		"spec": object{
			"group": "example.com", "scope": "Namespaced",
			"names":    object{"kind": "Thing", "plural": "things", "singular": "thing", "listKind": "ThingList"},
			"versions": []any{version("v1", spec)},
		},
	}
}

func version(name string, spec object) object {
	return object{"name": name, "served": true, "storage": name == "v1", "schema": object{"openAPIV3Schema": structOf(object{"spec": spec})}}
}

func thing(name string, spec any) object {
	return object{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": object{"name": name, "namespace": "default"}, "spec": spec}
}

// stored returns an object as a cluster has it.
func stored(o object) object {
	o = copied(o)
	with(o["metadata"].(object), "uid", "00000000-0000-4000-8000-000000000001", "resourceVersion", "1", "generation", 1, "creationTimestamp", "2020-01-01T00:00:00Z")
	return o
}

// created is a file with one new object, whose spec has one field.
func created(schema object, value any) file {
	return file{crd: crdOf(structOf(object{"field": schema})), objects: []object{thing("one", object{"field": value})}}
}

// replaced is a file with one object that replaces a stored one.
func replaced(schema object, was, is any) file {
	f := created(schema, is)
	f.old = []object{stored(thing("one", object{"field": was}))}
	return f
}
