package crd

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func fields(name string, n int) Version {
	v := Version{Name: name}
	for i := range n {
		v.SelectableFields = append(v.SelectableFields, SelectableField{fmt.Sprint(".", i)})
	}
	return v
}

// More selectable fields than eight stay if there were as many of the same before.
func TestTooManyBefore(t *testing.T) {
	other := fields("v1", 9)
	other.SelectableFields[8].JSONPath = ".other"
	for name, test := range map[string]struct {
		versions, old []Version
		want          bool
	}{
		"nothing before":                     {[]Version{fields("v1", 9)}, nil, false},
		"the same":                           {[]Version{fields("v1", 9)}, []Version{fields("v1", 9)}, true},
		"fewer":                              {[]Version{fields("v1", 10)}, []Version{fields("v1", 9)}, false},
		"as many as may be":                  {[]Version{fields("v1", 8)}, []Version{fields("v1", 8)}, false},
		"others":                             {[]Version{fields("v1", 9)}, []Version{other}, false},
		"the same of all versions":           {[]Version{fields("v1", 9), fields("v2", 9)}, []Version{fields("v3", 9)}, true},
		"only of one version before":         {[]Version{fields("v1", 9)}, []Version{fields("v1", 9), fields("v2", 0)}, false},
		"only of one version now":            {[]Version{fields("v1", 9), fields("v2", 0)}, []Version{fields("v1", 9)}, false},
		"the same of one version":            {[]Version{fields("v1", 9), fields("v2", 0)}, []Version{fields("v2", 0), fields("v1", 9)}, true},
		"the same, but of another version":   {[]Version{fields("v1", 9), fields("v2", 0)}, []Version{fields("v2", 9), fields("v1", 0)}, false},
		"the same, but of a version no more": {[]Version{fields("v1", 9), fields("v2", 0)}, []Version{fields("v3", 9), fields("v2", 0)}, false},
	} {
		k := &checker{Checker: newest, crd: &CustomResourceDefinition{Spec: Spec{Versions: test.versions, Shared: shared(test.versions)}}}
		if test.old != nil {
			k.old = &CustomResourceDefinition{Spec: Spec{Versions: test.old, Shared: shared(test.old)}}
		}
		if got := k.tooManyBefore(&test.versions[0]); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// A stored version that is gone is reported once, where the list has it last.
func TestStoredVersions(t *testing.T) {
	k := &checker{Checker: newest, crd: &CustomResourceDefinition{
		Spec:   Spec{Versions: []Version{{Name: "v1", Storage: true}}},
		Status: Status{StoredVersions: []string{"v0", "v1", "v0"}},
	}}
	k.storedVersions()
	if len(k.found) != 1 || k.found[0].Path.Server() != "status.storedVersions[2]" {
		t.Errorf("%+v", k.found)
	}
}

func TestStatusOf(t *testing.T) {
	on := &Subresources{Status: &struct{}{}}
	for name, test := range map[string]struct {
		versions []Version
		want     []bool
	}{
		"all":         {[]Version{{Name: "v1", Subresources: on}, {Name: "v2", Subresources: on}}, []bool{true, true}},
		"none":        {[]Version{{Name: "v1"}, {Name: "v2"}}, []bool{false, false}},
		"the first":   {[]Version{{Name: "v1", Subresources: on}, {Name: "v2"}}, []bool{true, false}},
		"the second":  {[]Version{{Name: "v1"}, {Name: "v2", Subresources: on}}, []bool{false, true}},
		"of one name": {[]Version{{Name: "v1", Subresources: on}, {Name: "v1"}}, []bool{true, true}},
	} {
		k := &checker{Checker: newest, crd: &CustomResourceDefinition{Spec: Spec{Versions: test.versions, Shared: shared(test.versions)}}}
		for i, want := range test.want {
			if k.statusOf(i) != want {
				t.Errorf("%s: version %d: %t", name, i, !want)
			}
		}
	}
}

func TestDeprecationFaults(t *testing.T) {
	for text, want := range map[string]int{"": 1, "a": 0, strings.Repeat("a", 256): 0, strings.Repeat("a", 257): 1, "a\nb\nc": 1, "a\xffb": 1, "\xff\n": 2} {
		if got := deprecationFaults(&Version{Deprecated: true, DeprecationWarning: &text}); len(got) != want {
			t.Errorf("%q: %+v", text, got)
		}
		if got := deprecationFaults(&Version{DeprecationWarning: &text}); len(got) != 1 || got[0].code != code.DeprecationNotDeprecated {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if got := deprecationFaults(&Version{Deprecated: true}); got != nil {
		t.Errorf("%+v", got)
	}
}

// What versions share is not of the version in messages of older servers either.
func TestVersionsInGo(t *testing.T) {
	full := func() Version {
		return Version{
			Name: "v1", Served: true, Storage: true, Schema: &Validation{&schema.Schema{Type: "object"}}, Subresources: &Subresources{Status: &struct{}{}},
			AdditionalPrinterColumns: []PrinterColumn{{Name: "a"}}, SelectableFields: []SelectableField{{".a"}},
		}
	}
	print := func(v Version, shared Shared) string {
		fields := behaviour.Of(kube.Version{Minor: 31}).Fields
		return versionsInMessage{&checker{Checker: newest, crd: &CustomResourceDefinition{Spec: Spec{Versions: []Version{v, {Name: "v2"}}, Shared: shared}}}}.InGo(fields)
	}
	for shared, without := range map[Shared]func(*Version){
		{}:                       func(*Version) {},
		{Schema: true}:           func(v *Version) { v.Schema = nil },
		{Subresources: true}:     func(v *Version) { v.Subresources = nil },
		{PrinterColumns: true}:   func(v *Version) { v.AdditionalPrinterColumns = nil },
		{SelectableFields: true}: func(v *Version) { v.SelectableFields = nil },
	} {
		v := full()
		without(&v)
		if got, want := print(full(), shared), print(v, Shared{}); got != want {
			t.Errorf("%+v: %s, want %s", shared, got, want)
		}
		if all := print(full(), Shared{}); shared != (Shared{}) && print(full(), shared) == all {
			t.Errorf("%+v: makes no difference in %s", shared, all)
		}
	}
}

// TestVersionNamed: of versions of one name the first is found, among few and among many.
func TestVersionNamed(t *testing.T) {
	for _, n := range []int{1, 31, 32, 40} {
		c := &CustomResourceDefinition{}
		for i := range n {
			c.Spec.Versions = append(c.Spec.Versions, Version{Name: fmt.Sprint("v", i)}, Version{Name: fmt.Sprint("v", i/2)})
		}
		c.Spec.Versions = c.Spec.Versions[:n]
		for i := range n + 1 {
			name := fmt.Sprint("v", i)
			var want *Version
			if at := slices.IndexFunc(c.Spec.Versions, func(v Version) bool { return v.Name == name }); at >= 0 {
				want = &c.Spec.Versions[at]
			}
			if got := c.VersionNamed(name); got != want {
				t.Errorf("%s of %d is %p, want %p", name, n, got, want)
			}
		}
	}
}

// Messages print of a version what the others do not share.
func TestVersionsInMessage(t *testing.T) {
	warning := "w"
	full := Version{
		Name: "v1", Served: true, Storage: true, Deprecated: true, DeprecationWarning: &warning, Schema: &Validation{&schema.Schema{Type: "object"}},
		Subresources: &Subresources{Status: &struct{}{}}, AdditionalPrinterColumns: []PrinterColumn{{Name: "a"}}, SelectableFields: []SelectableField{{".a"}},
	}
	print := func(s Spec) string {
		text := versionsInMessage{&checker{Checker: newest, crd: &CustomResourceDefinition{Spec: s}}}.QuotedInMessage()
		var all []map[string]any
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, v := range all {
			var names []string
			for name, value := range v {
				if value != nil && value != false && value != "" {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			lines = append(lines, strings.Join(names, " "))
		}
		return strings.Join(lines, "; ")
	}
	for shared, want := range map[Shared]string{
		{}:                       "AdditionalPrinterColumns Deprecated DeprecationWarning Name Schema SelectableFields Served Storage Subresources; Name",
		{Schema: true}:           "AdditionalPrinterColumns Deprecated DeprecationWarning Name SelectableFields Served Storage Subresources; Name",
		{Subresources: true}:     "AdditionalPrinterColumns Deprecated DeprecationWarning Name Schema SelectableFields Served Storage; Name",
		{PrinterColumns: true}:   "Deprecated DeprecationWarning Name Schema SelectableFields Served Storage Subresources; Name",
		{SelectableFields: true}: "AdditionalPrinterColumns Deprecated DeprecationWarning Name Schema Served Storage Subresources; Name",
	} {
		if got := print(Spec{Versions: []Version{full, {Name: "v2"}}, Shared: shared}); got != want {
			t.Errorf("%+v: %s, want %s", shared, got, want)
		}
	}
}

// What JSON repeats is put together in structs, and begun anew in lists.
func TestDecodeTwice(t *testing.T) {
	decode := func(spec string) *Spec {
		f := source.Read("crd.json", []byte(`{"apiVersion": "a", "spec": {`+spec+`}}`))
		c, _ := Decode(f.Documents[0])
		return &c.Spec
	}
	if c := decode(`"conversion": {"strategy": "a"}, "conversion": {"webhook": {}}`).Conversion; c == nil || c.Strategy != "a" || c.Webhook == nil {
		t.Errorf("%+v", c)
	}
	if c := decode(`"conversion": {"strategy": "a"}, "conversion": null`).Conversion; c != nil {
		t.Errorf("%+v", c)
	}
	if v := decode(`"versions": [{"name": "a"}], "versions": null`).Versions; v != nil {
		t.Errorf("%+v", v)
	}
	f := source.Read("crd.json", []byte(`{"metadata": {"labels": {"a": "b"}, "labels": {"c": "d"}, "annotations": {"a": "b"}, "annotations": null}}`))
	c, _ := Decode(f.Documents[0])
	if m := c.Metadata; len(m.Labels) != 2 || m.Annotations != nil {
		t.Errorf("%+v", m)
	}
}

func TestDecodeWrongTypes(t *testing.T) {
	for line, want := range map[string]string{
		"status: {observedGeneration: a}":                 "int64",
		"status: {conditions: [{observedGeneration: a}]}": "int64",
		"status: {conditions: [{lastTransitionTime: a}]}": "v1.Time",
		"status: {conditions: [{reason: 1}]}":             "string",
		"metadata: {creationTimestamp: a}":                "v1.Time",
		"metadata: {generation: a}":                       "int64",
		"metadata: {selfLink: 1}":                         "string",
		"spec: {versions: a}":                             "[]v1.CustomResourceDefinitionVersion",
		"spec: {versions: {a: b}}":                        "[]v1.CustomResourceDefinitionVersion",
	} {
		if flaws := flawsOf(t, "\n"+line+"\n"); len(flaws) != 1 || flaws[0].Want != want {
			t.Errorf("%s: %+v", line, flaws)
		}
	}
	for _, line := range []string{"spec: {versions: null}", "metadata: {labels: null, ownerReferences: null, deletionTimestamp: null, creationTimestamp: 2020-01-01T00:00:00Z}"} {
		if flaws := flawsOf(t, "\n"+line+"\n"); len(flaws) > 0 {
			t.Errorf("%s: %+v", line, flaws)
		}
	}
}

// TestStoredItems: what the server drops is dropped of a list's items, too, and what has
// nothing of that is not copied.
func TestStoredItems(t *testing.T) {
	yes := true
	with := &schema.Schema{Type: "string", Rare: &schema.Rare{XValidations: []schema.ValidationRule{{Rule: "true", OptionalOldSelf: &yes}}}}
	without := &schema.Schema{Type: "string"}
	fields := behaviour.Fields{MessageExpression: behaviour.Used, ReasonAndFieldPath: behaviour.Used, OptionalOldSelf: behaviour.Dropped, SelectableFields: behaviour.Used}
	for _, items := range []*schema.Items{{Schema: with}, {Schemas: []*schema.Schema{nil, without, with}}} {
		got := storedItems(items, fields)
		all := append([]*schema.Schema{got.Schema}, got.Schemas...)
		if got == items || slices.ContainsFunc(all, func(s *schema.Schema) bool { return s != nil && hasOptionalOldSelf(s) }) || with.XValidations()[0].OptionalOldSelf == nil {
			t.Errorf("%+v becomes %+v", items, got)
		}
	}
	for _, items := range []*schema.Items{nil, {}, {Schema: without}, {Schemas: []*schema.Schema{nil, without}}} {
		if got := storedItems(items, fields); got != items {
			t.Errorf("%+v is copied", items)
		}
	}
}

// TestFullSchemas: an empty value in the schema of any version counts, and none elsewhere.
func TestFullSchemas(t *testing.T) {
	const full, empty = "{type: object, description: a}", "{description: '', type: object}"
	for versions, want := range map[string]bool{
		v("v1", true, full): true, v("v1", true, empty): false, v("v1", true, empty) + v("v2", false, full): false, v("v1", true, full) + v("v2", false, empty): false,
		v("v1", true, full) + "    additionalPrinterColumns: []\n" + v("v2", false, full): true,
	} {
		if got := read(t, "  versions:\n"+versions).FullSchemas; got != want {
			t.Errorf("%s: %t", versions, got)
		}
	}
}

// TestStored: a server drops each field by itself, wherever its schema stands, and nothing else.
func TestStored(t *testing.T) {
	const rule = `{x-kubernetes-validations: [{rule: "true", messageExpression: "'m'", reason: FieldValueInvalid, fieldPath: .a, optionalOldSelf: true}], type: string}`
	c := read(t, "  versions:\n"+v("v1", true, "{type: object, properties: {p: "+rule+", l: {type: array, items: "+rule+"}, m: {type: object, additionalProperties: "+rule+"}}}")+
		"    selectableFields: [{jsonPath: .p}]\n")
	used := behaviour.Fields{MessageExpression: behaviour.Used, ReasonAndFieldPath: behaviour.Used, OptionalOldSelf: behaviour.Used, SelectableFields: behaviour.Used}
	if c.Stored(used) != c {
		t.Error("what is stored as it is is copied")
	}
	for name, drop := range map[string]func(*behaviour.Fields){
		"messageExpression":    func(f *behaviour.Fields) { f.MessageExpression = behaviour.Dropped },
		"reason and fieldPath": func(f *behaviour.Fields) { f.ReasonAndFieldPath = behaviour.Dropped },
		"optionalOldSelf":      func(f *behaviour.Fields) { f.OptionalOldSelf = behaviour.Dropped },
		"selectableFields":     func(f *behaviour.Fields) { f.SelectableFields = behaviour.Dropped },
	} {
		fields := used
		drop(&fields)
		got := c.Stored(fields).Spec.Versions[0]
		root := got.OpenAPISchema()
		for _, s := range []*schema.Schema{root.Property("p"), root.Property("l").ItemSchema(), root.Property("m").ValueSchema()} {
			r := s.XValidations()[0]
			if r.Rule != "true" || s.Type != "string" || (r.MessageExpression != "") != (name != "messageExpression") || (r.Reason != nil) != (name != "reason and fieldPath") ||
				(r.FieldPath != "") != (name != "reason and fieldPath") || (r.OptionalOldSelf != nil) != (name != "optionalOldSelf") {
				t.Errorf("without %s: %+v", name, r)
			}
		}
		if (len(got.SelectableFields) > 0) != (name != "selectableFields") || !root.Property("m").AdditionalProperties.Allows || got.Name != "v1" {
			t.Errorf("without %s: %+v", name, got)
		}
	}
}
