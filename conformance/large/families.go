package large

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
)

// families are the shapes of files, the CRDs first. Each call makes another file; about half of
// them have an error.
var families = []struct {
	name string
	file func(*maker) file
}{
	{"crd: fields", func(r *maker) file {
		kinds := []object{typed("string", "format", "date-time"), typed("integer", "default", 3), typed("boolean"), mapOf(typed("string")), listOf(typed("string")), typed("string", "default", 7)}
		return file{crd: crdOf(structOf(fields(r.between(300, 3000), "field", func(i int) any {
			k := i % (len(kinds) - 1)
			if i == 250 && r.one(2) {
				k = len(kinds) - 1 // a default of the wrong type
			}
			return with(copied(kinds[k]), "description", r.prose(r.between(20, 300)))
		})))}
	}},
	{"crd: versions", func(r *maker) file {
		c := crdOf(structOf(fields(30, "f", func(int) any { return typed("string", "description", r.prose(100)) })))
		vs := c["spec"].(object)["versions"].([]any)
		for i := range r.between(30, 150) {
			v := version(fmt.Sprintf("v1beta%d", i+1), structOf(fields(30, "f", func(int) any { return typed("string", "maxLength", i) })))
			v["additionalPrinterColumns"] = many(10, func(j int) object {
				return object{"name": fmt.Sprint("Column ", j), "type": "string", "jsonPath": fmt.Sprint(".spec.f", j)}
			})
			vs = append(vs, v)
		}
		c["spec"].(object)["versions"] = r.spoil(vs, version("V2", typed("object")), version("v1beta1", typed("object")))
		return file{crd: c}
	}},
	{"crd: enum", func(r *maker) file {
		values := names(r.between(2000, 20000), "instance-type")
		return file{crd: crdOf(structOf(object{"size": typed("string", "enum", values, "default", values[r.Intn(len(values))].(string)+strings.Repeat("x", r.Intn(2)))}))}
	}},
	{"crd: descriptions", func(r *maker) file {
		return file{crd: crdOf(structOf(fields(r.between(1, 5), "f", func(int) any { return typed("string", "description", r.prose(r.between(50_000, 500_000))) })))}
	}},
	{"crd: patterns", func(r *maker) file {
		bad := r.Intn(200)
		return file{crd: crdOf(structOf(fields(r.between(20, 100), "f", func(i int) any {
			p := r.pattern()
			if i == bad {
				p += "("
			}
			return typed("string", "pattern", p, "default", fmt.Sprint("zone-", i))
		})))}
	}},
	{"crd: rules", func(r *maker) file { return file{crd: crdOf(r.ruled(r.between(100, 200)))} }},
	{"crd: nested", func(r *maker) file {
		s := structOf(object{"leaf": typed("string", "maxLength", 20, "x-kubernetes-validations", []any{rule("self != 'x'")})})
		for i := range r.between(20, 40) {
			s = structOf(object{"a": s, "b": typed("string"), "c": structOf(object{"d": typed("integer")})}, "description", r.prose(200))
			if i%10 == 5 {
				s = listOf(s, "maxItems", r.between(1, 20))
			}
		}
		return file{crd: crdOf(s)}
	}},
	{"crd: branches", func(r *maker) file {
		s := structOf(fields(150, "f", func(int) any { return typed("string") }))
		for _, k := range []string{"allOf", "anyOf", "oneOf"} {
			s[k] = r.spoil(many(r.between(80, 150), func(i int) object {
				return object{"required": []any{fmt.Sprint("f", i)}, "properties": object{fmt.Sprint("f", i): object{"minLength": 1, "pattern": "^[a-z]+$"}}}
			}), typed("object"), object{"properties": object{"unknown": object{"minLength": 1}}})
		}
		return file{crd: crdOf(s)}
	}},
	{"crd: list types", func(r *maker) file {
		return file{crd: crdOf(structOf(fields(r.between(100, 400), "list", func(i int) any {
			keys := []any{"name", "port", "protocol"}[:1+i%3]
			item := structOf(object{"name": typed("string"), "port": typed("integer"), "protocol": typed("string", "default", "TCP")}, "required", keys)
			if i == 50 && r.one(2) {
				delete(item, "required")
			}
			return listOf(item, "x-kubernetes-list-type", "map", "x-kubernetes-list-map-keys", keys)
		})))}
	}},
	{"crd: defaults", func(r *maker) file {
		list := r.spoil(many(r.between(1000, 20000), func(i int) object { return object{"port": i} }), object{"port": -1}, object{"prot": 1}, "80")
		return file{crd: crdOf(structOf(object{"ports": listOf(structOf(object{"port": typed("integer", "minimum", 0)}), "default", list)}))}
	}},
	{"crd: metadata", func(r *maker) file {
		c := crdOf(typed("object", "x-kubernetes-preserve-unknown-fields", true))
		with(c["metadata"].(object), "labels", fields(500, "example.com/label-", func(i int) any { return fmt.Sprint("v", i) }),
			"annotations", fields(40, "example.com/note-", func(int) any { return r.prose(r.between(3000, 8000)) }))
		with(c["spec"].(object)["names"].(object), "shortNames", names(r.between(100, 500), "t"), "categories", r.spoil(names(200, "all"), "All"))
		return file{crd: c}
	}},
	{"crd: enlarged", func(r *maker) file { return file{crd: r.enlargedCRD()} }},
	{"crd: beyond 3 MiB", func(r *maker) file {
		return file{crd: crdOf(structOf(fields(7, "f", func(int) any { return typed("string", "description", r.prose(r.between(440_000, 470_000))) })))}
	}},

	{"list", func(r *maker) file {
		return created(listOf(typed("integer"), "maxItems", 90_000), r.spoil(many(r.between(10_000, 100_000), func(i int) int { return i }), "7", 1.5, true, object{}))
	}},
	{"list of unions", func(r *maker) file {
		s := structOf(object{"a": typed("string"), "b": typed("integer"), "c": object{"x-kubernetes-int-or-string": true}}, "oneOf", []any{object{"required": []any{"a"}}, object{"required": []any{"b"}}, object{"required": []any{"c"}}})
		return created(listOf(s), r.spoil(many(r.between(2_000, 20_000), func(i int) object { return []object{{"a": "x"}, {"b": i}, {"c": "5%"}}[i%3] }), object{"a": "x", "b": 1}, object{}, object{"c": true}))
	}},
	{"list-type map", func(r *maker) file {
		n := r.between(1_000, 20_000)
		return created(portList(), r.spoil(r.ports(n), object{"name": "p-5", "port": 5}, object{"port": 7}, object{"name": "P", "port": 1}))
	}},
	{"list-type set", func(r *maker) file {
		return created(listOf(typed("string", "maxLength", 12), "x-kubernetes-list-type", "set"), r.spoil(names(r.between(1_000, 20_000), "v"), "v-17", "a-very-long-value"))
	}},
	{"map", func(r *maker) file {
		m := fields(r.between(5_000, 20_000), "example.com/key-", func(i int) any { return fmt.Sprint("v", i) })
		if r.one(2) {
			m["example.com/key-77"] = []any{7, nil, strings.Repeat("v", 30)}[r.Intn(3)]
		}
		return created(mapOf(typed("string", "maxLength", 20)), m)
	}},
	{"string", func(r *maker) file {
		s := []object{typed("string"), typed("string", "maxLength", 1_500_000), typed("string", "pattern", "^([\\w,.]+\\s)*end$"), typed("string", "format", "byte")}[r.Intn(4)]
		return created(s, r.prose(r.between(1_000_000, 2_000_000)))
	}},
	{"patterns", func(r *maker) file {
		return created(listOf(typed("string", "pattern", r.pattern())), r.spoil(many(r.between(2_000, 20_000), func(i int) string { return fmt.Sprint("zone-", i%100) }), "Zone", ""))
	}},
	{"enum", func(r *maker) file {
		values := names(r.between(1_000, 5_000), "e")
		return created(listOf(typed("string", "enum", values)), r.spoil(many(2_000, func(i int) any { return values[i%len(values)] }), "other", nil))
	}},
	{"formats", func(r *maker) file {
		return created(listOf(structOf(object{"t": typed("string", "format", "date-time"), "ip": typed("string", "format", "ipv4"), "id": typed("string", "format", "uuid"), "d": typed("string", "format", "duration"), "n": typed("integer", "format", "int32")})),
			r.spoil(many(r.between(1_000, 10_000), func(i int) object {
				return object{"t": "2026-01-02T03:04:05Z", "ip": fmt.Sprint("10.0.0.", i%256), "id": fmt.Sprintf("00000000-0000-4000-8000-%012d", i), "d": "1h5m", "n": i}
			}), object{"t": "today"}, object{"ip": "10.0.0.256", "d": "long"}, object{"n": 1 << 40}))
	}},
	{"defaulted items", func(r *maker) file {
		s := structOf(object{"protocol": typed("string", "default", "TCP"), "probe": structOf(object{"period": typed("integer", "default", 10), "path": typed("string", "default", "/")}, "default", object{}), "port": typed("integer")})
		return created(listOf(s), r.spoil(many(r.between(1_000, 10_000), func(i int) object { return object{"port": i} }), object{"protocol": nil}, object{"probe": nil, "port": "x"}))
	}},
	{"unknown fields", func(r *maker) file {
		return created(listOf(structOf(object{"port": typed("integer")})), many(r.between(2_000, 20_000), func(i int) object {
			if i%1000 == r.Intn(1000) {
				return object{"prot": i}
			}
			return object{"port": i}
		}))
	}},
	{"rules", func(r *maker) file {
		n := r.between(1_000, 5_000)
		s := listOf(typed("string", "maxLength", 12), "maxItems", n+r.Intn(2), "x-kubernetes-validations", many(r.between(5, 20), func(i int) object {
			return with(rule("self.all(x, x.size() > 0 && x != 'w%d' && x.startsWith('v'))", i), "message", "not an item")
		}))
		return created(s, r.spoil(names(n, "v"), "w1", ""))
	}},
	{"rules beyond a budget", func(r *maker) file {
		n := r.between(500, 1_000)
		s := listOf(typed("string", "maxLength", 1_600), "maxItems", 1_000, "x-kubernetes-validations", many(r.between(1, 12), func(i int) object {
			return rule("self.all(x, x.matches('^[^A-Z%d]{3,}[a-z, ]+%s$'))", i, strings.Repeat("[a-z]?", r.Intn(4)))
		}))
		return created(s, r.spoil(many(n, func(int) string { return r.prose(r.between(100, 1_500)) }), "A"))
	}},
	{"embedded", func(r *maker) file {
		s := typed("object", "x-kubernetes-embedded-resource", true, "x-kubernetes-preserve-unknown-fields", true)
		return created(listOf(s), r.spoil(many(r.between(300, 2_000), func(i int) object { return thing(fmt.Sprint("e", i), object{"data": r.prose(300)}) }), object{"kind": "Thing"}, thing("Bad_Name", nil)))
	}},
	{"nested", func(r *maker) file {
		s, v := typed("object", "x-kubernetes-preserve-unknown-fields", true), any(fields(5_000, "k", func(i int) any { return []any{i, nil, "x"} }))
		for i := range r.between(20, 40) {
			s = structOf(object{"a": s, "n": typed("integer", "maximum", r.between(i, 200))})
			v = object{"a": v, "n": i + 1}
		}
		return created(s, v)
	}},
	{"metadata", func(r *maker) file {
		o := thing("one", object{})
		labels := fields(r.between(1_000, 5_000), "example.com/l-", func(i int) any { return fmt.Sprint("v", i) })
		if r.one(2) {
			labels["example.com/l-9"], labels["-bad"] = "a b", "x"
		}
		with(o["metadata"].(object), "labels", labels, "finalizers", names(500, "example.com/f"),
			"annotations", fields(r.between(30, 80), "example.com/a-", func(int) any { return r.prose(4_000) }))
		return file{crd: crdOf(typed("object")), objects: []object{o}}
	}},
	{"dump of 10 MB", func(r *maker) file { return r.dump(10_000_000, r.one(2)) }},
	{"objects", func(r *maker) file { return r.dump(r.between(200, 1_000)*1_000, r.one(3)) }},
	{"nearly 3 MiB", func(r *maker) file {
		return created(listOf(structOf(object{"text": typed("string")})), r.spoil(many(29, func(int) object { return object{"text": r.prose(98_000)} }), object{"text": 7}))
	}},
	{"beyond 3 MiB", func(r *maker) file {
		return created(listOf(typed("string")), many(33, func(int) string { return r.prose(100_000) }))
	}},
	{"enlarged", func(r *maker) file { return r.enlargedObject() }},

	{"update: list-type map", func(r *maker) file {
		was := r.spoil(r.ports(r.between(1_000, 10_000)), object{"name": "P", "port": -1}, object{"name": "p-5", "port": 5})
		is := r.spoil(copied(was), object{"name": "P", "port": -1}, object{"name": "P", "port": -2, "more": true}, object{"name": "p-9", "port": 1})
		return replaced(portList(), was, is)
	}},
	{"update: fields", func(r *maker) file {
		was := object(fields(r.between(2_000, 10_000), "k", func(i int) any { return strings.Repeat("v", i%30) }))
		is := copied(was)
		for range r.Intn(4) {
			is[fmt.Sprint("k", r.Intn(2_000))] = strings.Repeat("w", r.Intn(40))
		}
		return replaced(mapOf(typed("string", "maxLength", 28)), was, is)
	}},
	{"update: rules", func(r *maker) file {
		s := portList()
		with(s["items"].(object), "x-kubernetes-validations", []any{rule("self.port >= oldSelf.port"), rule("self.port != 7 || self.name != 'p-7'")})
		with(s, "maxItems", 5_000, "x-kubernetes-validations", []any{rule("self.size() >= oldSelf.size()"), rule("self.exists(x, x.name == 'p-1')")})
		was := r.ports(r.between(1_000, 5_000))
		return replaced(s, was, r.spoil(copied(was), object{"name": "p-3", "port": 0}, object{"name": "q", "port": 1})[r.Intn(2):])
	}},
	{"update: list", func(r *maker) file {
		was := r.spoil(names(r.between(5_000, 50_000), "v"), "W")
		return replaced(listOf(typed("string", "pattern", "^v")), was, r.spoil(copied(was), "W", "X"))
	}},
}

// pattern returns a pattern of some hundreds or thousands of characters.
func (r *maker) pattern() string {
	alternation := "zone-[0-9]{1,2}"
	for _, n := range names(r.between(20, 400), "region") {
		alternation += "|" + n.(string)
	}
	counted := []string{"{0,63}", "{1,253}", "{0,1000}", "{3}"}
	return fmt.Sprintf(`^(%s|([a-z0-9]([-a-z0-9]%s[a-z0-9])?\.)*x)$`, alternation, counted[r.Intn(len(counted))])
}

// ruled returns a schema with n rules on lists. Their cost is sometimes within and sometimes beyond the limit.
func (r *maker) ruled(n int) object {
	rules := []string{
		"self.all(x, x.name.size() > %d)", "self.all(x, !x.name.contains('w%d'))", "self.all(x, x.name.matches('^[a-z%d]+$'))", "self.filter(x, x.name == 'w%d').size() < 2",
		"self.map(x, x.port).isSorted() || self.size() > %d", "self.all(x, self.exists_one(y, y.port == x.port) || x.port == %d)", "self.exists(x, has(x.port) && x.port > %d)",
	}
	most := []int{1, 1, 3, 30, 300}[r.Intn(5)]
	return structOf(fields(n/10, "list", func(i int) any {
		item := structOf(object{"name": typed("string", "maxLength", r.between(10, 100*most)), "port": typed("integer")}, "required", []any{"name"})
		if i == 3 && r.one(4) {
			delete(item["properties"].(object)["name"].(object), "maxLength")
		}
		return listOf(item, "maxItems", 20*r.between(1, most)+i, "x-kubernetes-validations", many(10, func(j int) object { return rule(rules[r.Intn(len(rules))], j) }))
	}))
}

func portList() object {
	return listOf(structOf(object{"name": typed("string", "pattern", "^[a-z0-9-]+$"), "port": typed("integer", "minimum", 0)}, "required", []any{"name"}),
		"x-kubernetes-list-type", "map", "x-kubernetes-list-map-keys", []any{"name"})
}

func (r *maker) ports(n int) []any {
	return many(n, func(i int) object { return object{"name": fmt.Sprint("p-", i), "port": i} })
}

// dump returns hundreds of objects with that many bytes together; one in twenty has errors.
func (r *maker) dump(bytes int, isList bool) file {
	f := file{crd: crdOf(structOf(object{"text": typed("string"), "ports": portList(), "replicas": typed("integer", "default", 1)})), isList: isList}
	n := max(60, bytes/50_000)
	for i := range n {
		o := thing(fmt.Sprint("thing-", i), object{"text": r.prose(bytes * 9 / n / 10), "ports": r.ports(bytes / n / 300)})
		switch r.Intn(80) {
		case 0:
			with(o["spec"].(object), "replica", 3, "replicas", "3")
		case 1:
			with(o["metadata"].(object), "labels", object{"app": "not valid"})
		case 2:
			with(o["metadata"].(object), "name", fmt.Sprint("Thing_", i))
		case 3:
			with(o["spec"].(object), "ports", append(r.ports(20), r.ports(1)...))
		}
		f.objects = append(f.objects, o)
	}
	return f
}

// enlargedCRD returns a CRD of the corpus with copies of the fields of its spec, and of its versions.
func (r *maker) enlargedCRD() object {
	files := crdedit.Corpus(r.corpus)
	for {
		all, err := crdedit.Read([]string{files[r.Intn(len(files))]})
		if err != nil || len(all) == 0 {
			continue
		}
		c := all[0]
		text, _ := json.Marshal(c)
		if len(text) > 500_000 {
			continue
		}
		vs := c["spec"].(object)["versions"].([]any)
		for i := range min(20, 2_000_000/len(text)) {
			if v := copied(vs[i%len(vs)]).(object); r.one(2) {
				vs = append(vs, with(v, "name", fmt.Sprint("v9alpha", i+1), "storage", false))
			} else if s, ok := vs[0].(object)["schema"].(object)["openAPIV3Schema"].(object)["properties"].(object); ok && s["spec"] != nil {
				s[fmt.Sprint("spec", i)] = copied(s["spec"])
			}
		}
		c["spec"].(object)["versions"] = vs
		if r.one(2) {
			c, _ = crdedit.Edits(r.Rand, c, 3)
		}
		return c
	}
}

// enlargedObject returns an object of the corpus, in which a list has some hundred copies of its items.
func (r *maker) enlargedObject() file {
	all, err := requests.Objects(r.corpus)
	if err != nil {
		panic(err)
	}
	for {
		q := all[r.Intn(len(all))]
		var o object
		crds, err := crdedit.Read([]string{filepath.Join(r.corpus, "dev", q.Repo, "crds", q.CRD+".yaml")})
		if err != nil || json.Unmarshal(q.Body, &o) != nil {
			continue
		}
		if ns := q.Namespace(); ns != "" {
			with(o["metadata"].(object), "namespace", ns)
		}
		if r.enlarge(o["spec"]) {
			return file{crd: crds[0], objects: []object{o}}
		}
	}
}

// enlarge repeats the items of a list in v. It reports whether v has one.
func (r *maker) enlarge(v any) bool {
	o, _ := v.(object)
	for _, k := range slices.Sorted(maps.Keys(o)) {
		list, ok := o[k].([]any)
		if !ok && r.enlarge(o[k]) {
			return true
		}
		if !ok || len(list) == 0 {
			continue
		}
		isUnique := !r.one(4)
		for i := range r.between(100, 1_000) {
			item := copied(list[i%len(list)])
			if named, ok := item.(object); ok && named["name"] != nil && isUnique {
				named["name"] = fmt.Sprintf("%v-%d", named["name"], i)
			}
			list = append(list, item)
		}
		o[k] = list
		return true
	}
	return false
}
