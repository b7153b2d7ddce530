package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// fixed are scenarios for what random ones rarely meet.
func fixed(crds []*crd) []scenario {
	var all []scenario
	byName := map[string]*crd{}
	for _, c := range crds {
		byName[strings.TrimSuffix(c.file, ".yaml")] = c
	}
	add := func(id, crdName, ns, name string, steps ...step) {
		all = append(all, scenario{id: "fixed/" + id, crd: byName[crdName], namespace: ns, name: name, steps: steps})
	}
	k := func(manifest string, args ...string) step { return step{args: args, manifest: manifest} }
	merge := func(body string) step {
		return step{method: http.MethodPatch, contentType: "application/merge-patch+json", query: "fieldManager=operator",
			body: func(map[string]any) any { return json.RawMessage(body) }}
	}
	remove := step{method: http.MethodDelete}

	const widget = "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata:\n  name: w\n"
	const database = "apiVersion: data.example.com/v1\nkind: Database\nmetadata:\n  name: d\n"
	spec := func(lines ...string) string { return "spec:\n  " + strings.Join(lines, "\n  ") + "\n" }
	one, two := widget+spec("image: a", "replicas: 2"), widget+spec("image: b")

	for _, v := range []string{"strict", "warn", "ignore", "true", "false"} {
		add("validate-"+v, "widgets", "default", "w",
			k(widget+spec("image: a", "unknown: 1", "rollout: {other: 2}"), "apply", "--validate="+v),
			k(widget+spec("image: b", "unknown: 2"), "apply", "--validate="+v),
			k(widget+spec("image: c", "unknown: 2", "image: d"), "apply", "--validate="+v),
			k(widget+spec("image: c", "unknown: 2"), "apply", "--server-side", "--validate="+v),
			k(widget+spec("image: c", "unknown: 2"), "replace", "--validate="+v))
	}
	// kubectl reads YAML into JSON before anything else, of repeated keys the last one.
	for _, r := range [][2]string{
		{"plain", widget + spec("image: a", "image: b")},
		{"override", widget + spec("settings: {a: &m {k: v}, b: {<<: *m, k: w}}")},
		{"merge-below", widget + spec("settings: {a: &m {k: v}, b: {k: w, <<: *m}}")},
		{"merge-list", widget + spec("settings: {a: &m {k: v}, b: &n {k: w}, c: {<<: [*m, *n]}}")},
		{"two-merges", widget + spec("settings: {a: &m {k: v}, b: &n {k: w}, c: {<<: *m, <<: *n}}")},
		{"nested", widget + spec("settings: {a: &m {k: v}, b: &n {<<: *m, k: w}, c: {<<: *n, k: x}}")},
		{"json", `{"apiVersion":"shop.example.com/v1","kind":"Widget","metadata":{"name":"w","labels":{"l":"1","l":"2"}},"spec":{"image":"a","image":"b"}}`},
	} {
		add("repeated-"+r[0], "widgets", "default", "w",
			k(r[1], "create"), k(r[1], "apply"), k(r[1], "replace"), k(r[1], "apply", "--server-side", "--force-conflicts"),
			k(r[1], "apply", "--validate=warn"), k(r[1], "apply", "--validate=ignore"))
	}
	for i, file := range []string{
		"kind: Widget\nmetadata: {name: w}\n", "apiVersion: shop.example.com/v1\nmetadata: {name: w}\n", "metadata: {name: w}\n",
		"apiVersion: 1\nkind: [Widget]\nmetadata: {name: w}\n", "apiVersion: a/b/c\nkind: Widget\nmetadata: {name: w}\n",
		widget + "  labels: [a]\n", widget + "  labels: {a: 1}\n", widget + "  creationTimestamp: yesterday\n", widget + "  finalizers: x\n",
		widget + "  generation: many\n", widget + "  ownerReferences: [{uid: 1}]\n",
		"apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: text\n", "apiVersion: shop.example.com/v1\nkind: Widget\n", "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: null\n",
		"apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {}\n",
		"apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {generateName: gen-}\n",
		"apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: '', generateName: gen-}\n",
		"apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: a/b}\n", "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: a%b/c}\n",
		"apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: ..}\n", "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: .}\n", "apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: W_}\n",
		"apiVersion: shop.example.com/v2\nkind: Widget\nmetadata: {name: w}\n", "apiVersion: shop.example.com/v1\nkind: Gadget\nmetadata: {name: w, namespace: team-a}\n",
		"apiVersion: other.example.com/v1\nkind: Widget\nmetadata: {name: w}\n",
	} {
		var steps []step
		for _, args := range [][]string{{"apply"}, {"apply", "--validate=false"}, {"apply", "--server-side"}, {"create"}, {"replace"}} {
			steps = append(steps, k(file, args...))
		}
		name := "w"
		if strings.Contains(file, "generateName") {
			name = ""
		}
		add(fmt.Sprintf("identity-%02d", i+1), "widgets", "default", name, steps...)
	}

	add("unchanged", "widgets", "default", "w", k(one, "apply"), k(one, "apply"), k(two, "apply"), k(two, "apply"), k(one, "apply", "--server-side"), k(one, "apply", "--server-side"))
	add("nulls", "widgets", "default", "w",
		k(widget+spec("image: null", "comment: null", "args: [a, null]", "rollout: {window: null, strategy: null}", "settings: {a: null, b: {c: null}}"), "apply"),
		k(widget+spec("image: null", "comment: null", "args: [a, null]", "settings: {a: null, b: {c: null}}"), "apply"),
		k(widget+spec("image: null", "comment: null", "args: [a]", "settings: {a: null, b: {c: null, d: 1}, l: [{x: null}]}"), "apply"),
		k(widget+spec("image: x", "comment: null", "args: [a]", "settings: {b: {}, l: [{x: null}]}"), "apply"),
		k(widget+spec("image: null", "comment: c"), "apply"))
	add("nulls-blob", "blobs", "default", "b",
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b, annotations: {x: null}, labels: null}\na: null\nb: [null, {c: null}]\nd: {e: {f: null}}\n", "apply"),
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b, annotations: {x: null}, labels: null}\na: null\nb: [null, {c: null}]\nd: {e: {f: null}}\n", "apply"),
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b, annotations: null}\na: 1\nb: [null, {c: null}]\nd: {e: {}}\n", "apply"),
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b}\nd: []\n", "apply"),
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b}\nd: {e: 1}\n", "create"))
	add("numbers", "blobs", "default", "b",
		k(`{"apiVersion":"any.example.com/v1beta1","kind":"Blob","metadata":{"name":"b"},"a":1.0,"b":1e3,"c":12345678901234567890,"d":0.1,"e":-0.0,"f":1E-9,"g":9007199254740993,"count":2.0}`, "apply"),
		k(`{"apiVersion":"any.example.com/v1beta1","kind":"Blob","metadata":{"name":"b"},"a":1,"b":1000,"c":12345678901234567891,"d":0.10,"e":0,"f":0.000000001,"g":9007199254740992}`, "apply"),
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b}\na: 1.0\nb: 1e3\nc: 12345678901234567890\nd: 0o17\ne: 017\nf: 0x1F\ng: 1_000\nh: .5\ni: +1\nj: yes\nk: ~\nl: 2020-01-01\nm: !!str 1\n", "apply"),
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b}\na: 1.5\nb: .inf\n", "apply"),
		k("apiVersion: any.example.com/v1beta1\nkind: Blob\nmetadata: {name: b}\n1: a\ntrue: b\n", "apply"))
	by := func(verb string, more ...string) step {
		return step{args: append([]string{verb, "widgets.shop.example.com", "w"}, more...)}
	}
	add("others", "widgets", "default", "w", k(one, "apply"), by("edit"), by("edit"), by("label", "a=b"), by("annotate", "c=d"), k(two, "apply"), k(two, "apply", "--server-side"))
	add("text-escapes", "widgets", "default", "w",
		k(widget+spec("image: \"<a href='x'>&\\u2028</a>\"", "comment: \"\\u0001\\U0001F600é\\0\"", "labels: {\"<k>\": \"&\"}"), "apply"),
		k(widget+spec("image: \"<b>\"", "comment: \"\\U0001F600\""), "apply"), k(widget+spec("image: \"<b>\"", "comment: \"😀\""), "apply"))
	add("syntax", "widgets", "default", "w", k("a: [", "apply"), k("{", "apply"), k("{]", "create"), k("a: b: c\n", "replace"), k("- a\n", "apply"), k("- a\n", "apply", "--validate=false"), k("text\n", "apply"), k("1\n", "create", "--validate=false"))
	add("text", "widgets", "default", "w",
		k(widget+spec("image: \"<a href='x'>&\u2028</a>\"", "comment: \"\\u0001\\ud83d\\ude00é\"", "labels: {\"<k>\": \"&\"}"), "apply"),
		k(widget+spec("image: \"<b>\"", "comment: \"é\""), "apply"))
	for _, ns := range []string{"default", "team-a", "absent"} {
		manifest := strings.Replace(one, "  name: w\n", "  name: w\n  namespace: "+ns+"\n", 1)
		add("namespace-"+ns, "widgets", ns, "w", k(manifest, "apply"), k(manifest, "apply"),
			k(manifest, "apply", "--namespace=team-a"), k(manifest, "apply", "--server-side", "--namespace=team-a"), k(manifest, "replace", "--namespace=team-a"))
	}
	add("namespace-flag", "widgets", "team-a", "w", k(one, "apply", "--namespace=team-a"), k(two, "apply", "--namespace=team-a"), k(two, "create", "--namespace=team-a"))
	add("cluster-scoped", "databases", "", "d",
		k(strings.Replace(database, "  name: d\n", "  name: d\n  namespace: x\n", 1)+spec("engine: pg"), "apply"),
		k(database+spec("engine: pg", "size: 5Gi"), "apply"), k(database+spec("engine: my"), "apply"), k(database+spec("engine: my"), "apply", "--server-side"),
		k(database+spec("engine: my"), "replace"), k(strings.Replace(database, "/v1\n", "/v1alpha1\n", 1)+spec("engine: pg", "size: 6Gi"), "apply"),
		k(strings.Replace(database, "/v1\n", "/v1alpha1\n", 1)+spec("engine: pg", "size: 6Gi"), "apply", "--server-side"),
		k(database+spec("engine: pg", "size: 7Gi"), "apply", "--server-side"))

	for i, value := range []string{"", "null", "{", "[]", "[", " ", "\"a\"", "1", "{}", "{}{}", "{\"spec\":[]}", "{\"spec\":{\"image\":{\"x\":1}}}", "{\"metadata\":null}",
		"{\"apiVersion\":\"x/v1\",\"kind\":\"Y\",\"metadata\":{\"name\":\"z\",\"labels\":{\"l\":\"1\"}},\"gone\":1}", "{\"spec\":{\"image\":\"a\",\"paused\":true,\"rollout\":{\"steps\":[1],\"window\":{\"start\":\"1\"}}}}"} {
		text, _ := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": map[string]any{annotation: value}}})
		add(fmt.Sprintf("broken-%02d", i+1), "widgets", "default", "w", k(one, "apply"),
			merge(`{"spec":{"rollout":{"steps":[1,2],"window":{"start":"1","end":"2"}},"paused":false}}`), merge(string(text)), k(two, "apply"), k(two, "apply"),
			merge(string(text)), k(two, "apply", "--server-side"), k(two, "replace"), k(two, "apply"))
		add(fmt.Sprintf("in-manifest-%02d", i+1), "widgets", "default", "w",
			k(widget+"  annotations: {"+annotation+": "+fmt.Sprintf("%q", value)+", a: b}\n"+spec("image: a"), "create"),
			k(widget+"  annotations: {"+annotation+": "+fmt.Sprintf("%q", value)+"}\n"+spec("image: b"), "apply"),
			k(widget+"  annotations: {"+annotation+": "+fmt.Sprintf("%q", value)+"}\n"+spec("image: c"), "replace"),
			k(widget+"  annotations: {"+annotation+": "+fmt.Sprintf("%q", value)+"}\n"+spec("image: d"), "apply", "--server-side"),
			k(two, "apply"))
	}

	for i, empty := range []string{"\n", "---\n", "# nothing\n", "null\n", "---\n---\n" + one} {
		add(fmt.Sprintf("empty-%d", i+1), "widgets", "default", "w", k(empty, "apply"), k(empty, "apply", "--server-side"), k(empty, "create"), k(empty, "replace"))
	}
	add("create", "widgets", "default", "w", k(one, "create"), k(one, "create"), k(two, "apply"), k(two, "apply"), k(one, "apply"))
	add("create-save", "widgets", "default", "w", k(one, "create", "--save-config"), k(two, "apply"))
	add("create-manager", "widgets", "default", "w", k(one, "create", "--field-manager=me"), k(two, "replace", "--field-manager=me"), k(two, "apply", "--field-manager=me"), k(one, "apply", "--field-manager=me"),
		k(one, "apply", "--server-side", "--field-manager=me"))
	add("create-generated", "widgets", "default", "", k("apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {generateName: gen-}\nspec: {image: a}\n", "create"),
		k("apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {generateName: gen-}\nspec: {image: a}\n", "create", "--save-config"))
	add("replace", "widgets", "default", "w", k(one, "replace"), k(one, "apply"), k(two, "replace"), k(two, "apply"), k(two, "replace", "--save-config"), k(two, "apply"), k(one, "replace"))
	add("replace-status", "widgets", "default", "w", k(one, "apply"), k(one+"status: {phase: Ready}\n", "replace", "--subresource=status"), k(two+"status: {phase: Ready}\n", "replace"))
	add("replace-status-missing", "routes", "default", "r", k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {hostnames: [a]}\n", "apply"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {hostnames: [a]}\n", "replace", "--subresource=status"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {hostnames: [a]}\n", "apply", "--server-side", "--subresource=status"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {hostnames: ['A B']}\n", "apply"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {hostnames: ['A B'], timeout: x, listeners: [{port: a}]}\n", "apply"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {hostnames: ['A B', 'C D'], timeout: x}\n", "apply", "--server-side"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {listeners: [{port: 1}, {port: 1}]}\n", "apply", "--server-side"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: null\n", "apply"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: r}\nspec: {listeners: [{port: 1}, {port: 2}, {port: 3}, {port: 4}]}\n", "replace"),
		k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: q}\n", "create"), k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: q}\n", "apply"), k("apiVersion: net.example.com/v1\nkind: Route\nmetadata: {name: q}\n", "apply", "--server-side"))
	add("status-apply", "widgets", "default", "w", k(one+"status: {phase: A}\n", "apply"), k(one+"status: {phase: B}\n", "apply", "--server-side", "--subresource=status"),
		k(one+"status: {phase: C}\n", "apply", "--server-side"), k(widget+"status: {phase: D}\n", "apply", "--server-side", "--subresource=status"), k(one+"status: {phase: E}\n", "apply"))

	for i, version := range []string{"1", "0", "text", "999999999"} {
		manifest := func(image string) string {
			return widget + "  resourceVersion: \"" + version + "\"\n" + spec("image: "+image)
		}
		add(fmt.Sprintf("version-%d", i+1), "widgets", "default", "w", k(manifest("a"), "apply"), k(manifest("b"), "apply"), k(manifest("c"), "apply", "--server-side"),
			k(manifest("d"), "replace"), k(two, "apply"), k(manifest("e"), "create"))
	}
	add("uid", "widgets", "default", "w", k(one, "apply"), k(widget+"  uid: ffffffff-0000-4000-8000-000000000001\n"+spec("image: b"), "apply"),
		k(widget+"  uid: ffffffff-0000-4000-8000-000000000001\n"+spec("image: b"), "apply", "--server-side"),
		k(widget+"  uid: ffffffff-0000-4000-8000-000000000001\n"+spec("image: b"), "replace"))

	add("deleted", "widgets", "default", "w", k(widget+"  finalizers: [example.com/keep]\n"+spec("image: a"), "apply"), remove,
		k(widget+"  finalizers: [example.com/keep]\n"+spec("image: a"), "apply"), k(widget+"  finalizers: [example.com/keep]\n"+spec("image: b"), "apply"),
		k(widget+"  finalizers: [example.com/keep]\n"+spec("image: c"), "apply", "--server-side"), k(widget+"  finalizers: [example.com/keep]\n"+spec("image: d"), "replace"),
		k(widget+"  finalizers: [example.com/keep, example.com/other]\n"+spec("image: e"), "apply", "--server-side", "--force-conflicts"), k(two, "apply"), k(two, "apply"))
	add("deleted-gone", "widgets", "default", "w", k(one, "apply"), remove, k(two, "apply"))

	for i, flags := range [][]string{nil, {"--force-conflicts"}, {"--field-manager=argo"}, {"--field-manager=argo", "--force-conflicts"}, {"--validate=warn"}, {"--field-manager=kubectl"}} {
		ssa := func(manifest string) step {
			return k(manifest, append([]string{"apply", "--server-side"}, flags...)...)
		}
		add(fmt.Sprintf("migrate-%d", i+1), "widgets", "default", "w", k(one, "apply"), ssa(two), ssa(two), k(one, "apply"), ssa(one), merge(`{"spec":{"image":"theirs","comment":"x"}}`), ssa(two), ssa(one))
		add(fmt.Sprintf("migrate-same-%d", i+1), "widgets", "default", "w", k(one, "apply"), ssa(one), ssa(one))
		add(fmt.Sprintf("migrate-create-%d", i+1), "widgets", "default", "w", k(one, "create", "--save-config"), ssa(two), k(one, "apply"), ssa(two))
		add(fmt.Sprintf("migrate-replace-%d", i+1), "widgets", "default", "w", k(one, "apply"), k(two, "replace", "--save-config"), ssa(one), ssa(two))
		add(fmt.Sprintf("migrate-two-%d", i+1), "widgets", "default", "w", k(one, "apply", "--field-manager=first"), k(two, "apply", "--field-manager=second"), ssa(one), ssa(two))
		add(fmt.Sprintf("migrate-empty-%d", i+1), "widgets", "default", "w", k(one, "apply"), ssa(widget), ssa(widget))
		add(fmt.Sprintf("migrate-managed-%d", i+1), "widgets", "default", "w", k(one, "apply"), merge(`{"metadata":{"managedFields":[{}]}}`), ssa(two), k(one, "apply"))
		add(fmt.Sprintf("migrate-versions-%d", i+1), "databases", "", "d", k(strings.Replace(database, "/v1\n", "/v1alpha1\n", 1)+spec("engine: pg", "size: 6Gi"), "apply"),
			k(database+spec("engine: pg", "version: '1'"), "apply"), ssa(database+spec("engine: pg", "size: 7Gi")), ssa(strings.Replace(database, "/v1\n", "/v1alpha1\n", 1)+spec("engine: pg")))
		add(fmt.Sprintf("server-side-%d", i+1), "widgets", "default", "w", ssa(one), ssa(two), merge(`{"spec":{"image":"theirs","replicas":7}}`), ssa(two), ssa(one), ssa(widget), k(one, "apply"), k(two, "apply"), ssa(one))
		add(fmt.Sprintf("lists-%d", i+1), "widgets", "default", "w", ssa(widget+spec("ports: [{name: a, port: 1}, {name: b, port: 2}]", "args: [x]", "zones: [n, s]")),
			merge(`{"spec":{"ports":[{"name":"a","port":9},{"name":"c","port":3}],"args":["y"],"zones":["s","e"]}}`),
			ssa(widget+spec("ports: [{name: a, port: 1}, {name: b, port: 2}]", "args: [x]", "zones: [n, s]")), ssa(widget+spec("ports: [{name: c, port: 1}]", "args: []", "zones: [e]")),
			k(widget+spec("ports: [{name: c, port: 1}]"), "apply"), k(widget+spec("ports: [{name: d}]", "zones: []"), "apply"), ssa(widget+spec("ports: [{name: d}, {name: d}]")))
	}

	for _, t := range []string{"merge", "json", "strategic"} {
		patch := func(body string, more ...string) step {
			return step{args: append([]string{"patch", "widgets.shop.example.com", "w", "--type=" + t, "--patch=" + body}, more...)}
		}
		bodies := []string{`{"spec":{"image":"p"}}`, `{"spec":{"image":"p"}}`, "spec: {comment: null, image: null}", `{"spec":{"replicas":"x"}}`, `{"spec":{"unknown":1}}`, `{"metadata":{"resourceVersion":"1"}}`}
		if t == "json" {
			bodies = []string{`[{"op":"add","path":"/spec/image","value":"p"}]`, `[{"op":"add","path":"/spec/image","value":"p"}]`, "- {op: remove, path: /spec/image}", `[{"op":"remove","path":"/spec/gone"}]`,
				`[{"op":"test","path":"/spec/replicas","value":9}]`, `[{"op":"replace","path":"/spec/replicas","value":"x"}]`, `[{"op":"what"}]`}
		}
		steps := []step{patch(bodies[0]), k(one, "apply")}
		for _, b := range bodies {
			steps = append(steps, patch(b))
		}
		steps = append(steps, patch(bodies[0], "--field-manager=me"), patch(bodies[0], "--subresource=status"), patch(bodies[0], "--namespace=team-a"), k(two, "apply"))
		add("patch-"+t, "widgets", "default", "w", steps...)
	}
	return all
}
