package upgrade

import (
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// TestWitnessShowsTheClaim has changes beside others that objects show more easily: the object of a
// change has to show this one.
func TestWitnessShowsTheClaim(t *testing.T) {
	for name, c := range map[string]struct {
		replacement
		kind string
		has  string // what the object of the change has, as JSON; "" if there is none
		not  string
	}{
		"undeclared fields that are pruned, beside a new default": {
			replacement{
				"a: {type: object, x-kubernetes-preserve-unknown-fields: true, maxProperties: 0}\nb: {type: string}", "",
				"a: {type: object, maxProperties: 0, properties: {d: {type: string, default: x}}}\nb: {type: string}", "",
			}, "unknown-fields-pruned", "", "",
		},
		"undeclared fields that are pruned, and a new default": {
			replacement{
				"a: {type: object, x-kubernetes-preserve-unknown-fields: true}", "",
				"a: {type: object, properties: {d: {type: string, default: x}}}", "",
			}, "unknown-fields-pruned", `"example"`, "",
		},
		"a required field, beside an enum of it": {
			replacement{
				"a: {type: string}\nb: {type: string}", "",
				"a: {type: string, enum: [p]}\nb: {type: string}", "required: [a]",
			}, "required-added", `"spec"`, `"a"`,
		},
		"a default of an object that loses a field": {
			replacement{
				"a: {type: object, default: {}, properties: {c: {type: string, default: x}, d: {type: string, default: z}}}", "",
				"a: {type: object, properties: {c: {type: string, default: x}}}", "",
			}, "default-removed", `"spec"`, `"a"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			changes := compareWidgets(t, c.replacement)
			i := slices.IndexFunc(changes, func(n Change) bool { return n.Kind.ID == c.kind })
			if i < 0 {
				t.Fatalf("nothing is %s", c.kind)
			}
			if c.has == "" {
				if changes[i].Witness != nil {
					t.Errorf("shown by %s", prose.JSON(changes[i].Witness.Object))
				}
				return
			}
			if changes[i].Witness == nil {
				t.Fatalf("%s is not shown", changes[i].Message)
			}
			text := prose.JSON(changes[i].Witness.Object["spec"])
			if o := prose.JSON(changes[i].Witness.Object); !strings.Contains(o, c.has) || c.not != "" && strings.Contains(text, c.not) {
				t.Errorf("%s is shown by %s", changes[i].Message, o)
			}
		})
	}
}

// TestStatusBesideSubresource: that a create drops the status, as the subresource is new, does not show
// that a field of it has a schema.
func TestStatusBesideSubresource(t *testing.T) {
	with := func(status, more string) *crdServer {
		v := widget(t, "a: {type: string}", "", more)
		root := v["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
		var s map[string]any
		if err := yaml.Unmarshal([]byte(status), &s); err != nil {
			t.Fatal(err)
		}
		root["properties"].(map[string]any)["status"] = s
		return newServer(v, nil)
	}
	was := with("{type: object, x-kubernetes-preserve-unknown-fields: true}", "")
	is := with("{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {b: {type: string}}}", "subresources: {status: {}}")
	for _, c := range Compare(was.crd, is.crd, &is.checked, Options{
		Server: &server, Requests: sample.Options{Version: kube.Latest, Rules: dryrun.CEL(checker().Compiler())},
	}) {
		if w := c.Witness; w != nil && c.Kind == &unknownFieldsChecked && !strings.Contains(w.New.Message, "must be of type string") {
			t.Errorf("%s is shown by %s: %s", c.Message, prose.JSON(w.Object), w.New.Message)
		}
	}
}
