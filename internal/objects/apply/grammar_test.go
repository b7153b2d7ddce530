package apply_test

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v2"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	definitions "github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
	"github.com/crdtool/crdtool/schema"
)

// FuzzObjects sends objects that are made by the schemas of real CRDs, and changed
// in ways that may or may not be valid: to be created, as an update, to the status
// and to the scale.
func FuzzObjects(f *testing.F) {
	for seed := range uint64(40) {
		data := steer.Random(seed, 30+5*int(seed))
		data[0] = byte(seed % 3) // the CRDs of others take longer than the seeds have
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2000 {
			sendObjects(t, data)
		}
	})
}

// TestSeedsObjects is about the CRDs of others, too, if more than a few seeds are asked for.
func TestSeedsObjects(t *testing.T) {
	steer.Seeds(t, 30, func(t *testing.T, seed uint64) {
		data := steer.Bytes(seed, 20, 300)
		if seed < 1000 {
			data[0] = byte(seed % 3)
		}
		sendObjects(t, data)
	})
}

func TestObjectsAreMostlyAccepted(t *testing.T) {
	sent, accepted := 0, 0
	for seed := range uint64(100) {
		data := steer.Random(seed, 30+2*int(seed))
		data[0] = byte(seed % 3)
		if sendObjects(t, data) {
			accepted++
		}
		sent++
	}
	t.Logf("%d of %d objects are accepted", accepted, sent)
	if accepted*4 < sent {
		t.Error("few objects are accepted")
	}
}

// sendObjects reports whether the object is created.
func sendObjects(t *testing.T, data []byte) bool {
	t.Helper()
	c := steer.By(data)
	all := targets()
	g := all[c.Of(len(all))]()
	object := g.object(c)
	opts := apply.RunOptions{FieldValidation: steer.From(c, dryrun.Warn, dryrun.Strict, dryrun.Ignore), Row: c.Seldom(2)}
	created := g.send(t, object, nil, opts)
	if created == nil || created.Verdict == report.Refused {
		opts.Subresource = steer.From(c, apply.Status, apply.Scale)
		g.send(t, object, nil, opts)
		return false
	}

	if slices.ContainsFunc(created.Trace, func(s report.Step) bool { return s.Action == dryrun.Lost }) {
		return true // the version that is stored does not know all fields of this one
	}

	// Sent again, and as it was stored, it changes nothing.
	for _, again := range []map[string]any{object, created.Object} {
		r := g.send(t, again, created.Stored, opts)
		if r == nil || r.Verdict != report.Unchanged && !byTransition(r) {
			t.Errorf("%s: sent again: %s, want unchanged\n%s\nstored %s", g.name, describe(r), asJSON(again), asJSON(created.Stored))
		}
	}
	if r := g.send(t, created.Object, nil, opts); r == nil || r.Verdict != report.Created || !reflect.DeepEqual(r.Stored, created.Stored) {
		t.Errorf("%s: what was stored is created again: %s, want as before\n%s", g.name, describe(r), asJSON(created.Object))
	}

	changed := clone(created.Object).(map[string]any)
	for n := 1 + c.Of(3); n > 0; n-- {
		g.change(c, changed, g.schema, 0)
	}
	g.send(t, changed, created.Stored, opts)
	opts.Subresource = apply.Status
	g.send(t, changed, created.Stored, opts)
	opts.Subresource = apply.Scale
	replicas := int32(steer.From(c, 3, 0, -1, 1<<30))
	opts.Replicas = &replicas
	g.send(t, changed, created.Stored, opts)
	return true
}

// byTransition tells whether an object was refused by a rule about its change,
// which may refuse to be sent even the same.
func byTransition(r *report.Result) bool {
	return r.Verdict == report.Refused && strings.Contains(asJSON(r.Findings), "oldSelf")
}

// send sends an object as YAML and as JSON, and holds what is true of any answer.
// It returns nil for an object that could not be tried.
func (g *target) send(t *testing.T, object, live map[string]any, opts apply.RunOptions) *report.Result {
	t.Helper()
	asYAML, err := yaml.Marshal(object) // by way of JSON it takes three times as long
	if err != nil {
		t.Fatal(err)
	}
	run := func(name, text string) apply.FileReport {
		o := opts
		if live != nil {
			o.Live = apply.NewLive(g.crds, "")
			if err := o.Live.Add(source.Read("live.json", []byte(asJSON(live)))); err != nil {
				t.Fatal(err)
			}
		}
		r := apply.New(g.crds, o).File(source.Read(name, []byte(text)))
		positions(t, text, &r)
		holdVerdict(t, g.name, r)
		return r
	}
	y, j := run("object.yaml", string(asYAML)), run("object.json", asJSON(object))
	if len(y.Results) != len(j.Results) || len(y.Results) > 1 {
		t.Fatalf("%s: %d results as YAML, %d as JSON: %s", g.name, len(y.Results), len(j.Results), asYAML)
	}
	if len(y.Results) == 0 {
		if messages(y.Findings) != messages(j.Findings) {
			t.Errorf("%s: as YAML %s\nas JSON %s\n%s", g.name, messages(y.Findings), messages(j.Findings), asYAML)
		}
		return nil
	}
	a, b := &y.Results[0], &j.Results[0]
	if a.Verdict != b.Verdict || !sameAnswer(a.APIServer, b.APIServer) || !reflect.DeepEqual(a.Stored, b.Stored) ||
		!reflect.DeepEqual(a.Object, b.Object) || messages(a.Findings) != messages(b.Findings) {
		t.Errorf("%s: as YAML %s\nas JSON %s\n%s", g.name, describe(a), describe(b), asYAML)
	}
	return a
}

// sameAnswer compares answers. Causes are in the order of the file, in which an item
// begins with its bracket or with its first field.
func sameAnswer(a, b report.APIServer) bool {
	sorted := func(of report.APIServer) []string {
		var texts []string
		for _, c := range of.Causes {
			texts = append(texts, c.Reason+" "+c.Field+" "+c.Message)
		}
		slices.Sort(texts)
		return texts
	}
	return a.Accepted == b.Accepted && a.Code == b.Code && len(a.Message) == len(b.Message) &&
		slices.Equal(a.Warnings, b.Warnings) && slices.Equal(sorted(a), sorted(b))
}

// positions holds that findings stand in the file.
func positions(t *testing.T, text string, r *apply.FileReport) {
	t.Helper()
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	found := slices.Clone(r.Findings)
	for i := range r.Results {
		found = append(found, r.Results[i].Findings...)
	}
	inside := func(line, column int) bool {
		return line >= 1 && line <= len(lines) && column >= 1 && column <= len([]rune(lines[line-1]))+1
	}
	for i := range found {
		f := &found[i]
		if !strings.HasPrefix(f.File, "object.") {
			continue
		}
		if !inside(f.Line, f.Column) || !inside(f.EndLine, f.EndColumn) || f.EndLine < f.Line || f.EndLine == f.Line && f.EndColumn < f.Column {
			t.Errorf("%d:%d to %d:%d is not in the file: %s\n%s", f.Line, f.Column, f.EndLine, f.EndColumn, f.Message, text)
		}
	}
}

// messages are what findings say, in any order and without their places.
func messages(all []report.Finding) string {
	var texts []string
	for i := range all {
		f := &all[i]
		texts = append(texts, f.Rule+" "+f.ServerPath+" "+f.ServerMessage)
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}

func describe(r *report.Result) string {
	if r == nil {
		return "no result"
	}
	return asJSON(map[string]any{"verdict": r.Verdict, "answer": r.APIServer, "stored": r.Stored, "findings": r.Findings})
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := make(map[string]any, len(v))
		for k, item := range v {
			c[k] = clone(item)
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, item := range v {
			c[i] = clone(item)
		}
		return c
	}
	return v
}

// A target is a version of a CRD that objects are sent to.
type target struct {
	name    string
	crds    *apply.CRDs
	schema  *schema.Schema
	samples []map[string]any
}

// targets are CRDs of this repository and, where it is checked out, of the corpus,
// each read when it is first needed. There are always as many.
var targets = sync.OnceValue(func() (all []func() *target) {
	own := []string{"../../../examples/widgets.yaml", "../../../examples/listeners.yaml", "../../../examples/shop.yaml"}
	add := func(file string) {
		all = append(all, sync.OnceValue(func() *target { return readTarget(file) }))
	}
	for _, file := range own {
		add(file)
	}
	for i, pattern := range []string{"*gateway-api.standard/crds/*httproutes*", "*karpenter*/crds/*nodepools*", "*kueue/crds/*clusterqueues*", "cert-manager*/crds/*certificates*", "*prometheus*/crds/*scrapeconfigs*", "tekton*/crds/*tasks*"} {
		files, _ := filepath.Glob(filepath.Join(corpusDir, pattern))
		if len(files) == 0 {
			files = []string{own[i%len(own)]}
		}
		add(files[0])
	}
	return all
})

func readTarget(file string) *target {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	f := source.Read(file, text)
	g := &target{name: filepath.Base(file), crds: apply.NewCRDs(kube.Latest, false)}
	if err := g.crds.Add(f); err != nil {
		panic(err)
	}
	c, _ := definitions.Decode(f.Documents[0])
	samples, err := sample.New(c, sample.Options{})
	if err != nil {
		panic(err)
	}
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		if v.Schema == nil || !v.Served {
			continue
		}
		g.schema = v.Schema.OpenAPIV3Schema
		for _, size := range []sample.Size{sample.Minimal, sample.Full} {
			s, err := samples.Generate(v.Name, size)
			if err != nil {
				panic(err)
			}
			g.samples = append(g.samples, clone(s.Object).(map[string]any))
		}
	}
	return g
}

// object returns one of the samples with some changes.
func (g *target) object(c *steer.Choices) map[string]any {
	object := clone(steer.From(c, g.samples...)).(map[string]any)
	for n := c.Of(5); n > 0; n-- {
		g.change(c, object, g.schema, 0)
	}
	return object
}

// change changes something in an object: most often into what its schema allows.
func (g *target) change(c *steer.Choices, object map[string]any, s *schema.Schema, depth int) {
	names := slices.Sorted(maps.Keys(object))
	if depth == 0 && !c.Seldom(6) {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "apiVersion" || name == "kind" || name == "metadata" })
	}
	var known []schema.Property
	if s != nil && s.Properties != nil {
		known = s.Properties.All()
	}
	if len(names) > 0 && !c.Seldom(4) {
		name := steer.From(c, names...)
		of := childOf(s, name)
		switch v := object[name].(type) {
		case map[string]any:
			if !c.Seldom(6) {
				g.change(c, v, of, depth+1)
				return
			}
		case []any:
			if len(v) > 0 && !c.Seldom(4) {
				i := c.Of(len(v))
				if item, ok := v[i].(map[string]any); ok && c.Seldom(2) {
					g.change(c, item, itemOf(of), depth+1)
					return
				}
				switch c.Of(3) {
				case 0:
					v[i] = g.value(c, itemOf(of), depth+1)
				case 1:
					object[name] = append(v, clone(v[i]))
				default:
					object[name] = slices.Delete(v, i, i+1)
				}
				return
			}
		}
		switch c.Of(8) {
		case 0:
			delete(object, name)
		case 1:
			object[name] = steer.From[any](c, nil, "x", int64(1), true, 1.5, []any{}, map[string]any{}, "", int64(-1), 1e20, []any{nil}, map[string]any{"x": nil})
		case 2:
			object[steer.From(c, "unknown", "Name", "x-y", "spec", name+"s")] = clone(object[name])
		default:
			object[name] = g.value(c, of, depth+1)
		}
		return
	}
	if len(known) > 0 {
		p := known[c.Of(len(known))]
		object[p.Name] = g.value(c, p.Schema, depth+1)
		return
	}
	object[steer.From(c, "a", "unknown", "é", "k8s.io/x", "")] = g.value(c, valuesOf(s), depth+1)
}

func childOf(s *schema.Schema, name string) *schema.Schema {
	if s == nil {
		return nil
	}
	if p := s.Properties.Get(name); p != nil {
		return p
	}
	return valuesOf(s)
}

func valuesOf(s *schema.Schema) *schema.Schema {
	if s == nil || s.AdditionalProperties == nil {
		return nil
	}
	return s.AdditionalProperties.Schema
}

func itemOf(s *schema.Schema) *schema.Schema {
	if s == nil || s.Items == nil {
		return nil
	}
	return s.Items.Schema
}

// value returns a value of a schema's type, which mostly is valid.
func (g *target) value(c *steer.Choices, s *schema.Schema, depth int) any {
	if s == nil || s.Type == "" && !s.XIntOrString {
		return steer.From[any](c, "x", int64(1), true, map[string]any{"a": "b"}, []any{"a"}, nil)
	}
	switch {
	case len(s.Enum) > 0 && !c.Seldom(8):
		return clone(s.Enum[c.Of(len(s.Enum))])
	case s.Default != nil && c.Seldom(3):
		return clone(s.Default)
	case s.XIntOrString:
		return steer.From[any](c, int64(80), "80%", "http", int64(0), true)
	}
	switch s.Type {
	case "boolean":
		return c.Of(2) == 0
	case "integer":
		return g.number(c, s, func(f float64) any { return int64(f) })
	case "number":
		return g.number(c, s, func(f float64) any { return f + 0.5 })
	case "string":
		return g.text(c, s)
	case "array":
		items := []any{}
		for n := c.Of(4); n > 0 && depth < 12; n-- {
			items = append(items, g.value(c, itemOf(s), depth+1))
		}
		return items
	}
	object := map[string]any{}
	for _, p := range s.Properties.All() {
		if depth < 12 && (slices.Contains(s.Required, p.Name) && !c.Seldom(16) || c.Seldom(5)) {
			object[p.Name] = g.value(c, p.Schema, depth+1)
		}
	}
	if values := valuesOf(s); values != nil && c.Seldom(2) {
		object[steer.From(c, "a", "b", "k8s.io/x")] = g.value(c, values, depth+1)
	}
	return object
}

func (g *target) number(c *steer.Choices, s *schema.Schema, of func(float64) any) any {
	low, high := 0.0, 100.0
	if s.Minimum != nil {
		low = *s.Minimum
	}
	if s.Maximum != nil {
		high = *s.Maximum
	}
	switch c.Of(6) {
	case 0:
		return of(low)
	case 1:
		return of(high)
	case 2:
		return steer.From[any](c, int64(-1), int64(1)<<31, int64(1)<<53+1, 1e300, 0.1, int64(math.MaxInt64))
	}
	return of(low + float64(c.Of(5)))
}

func (g *target) text(c *steer.Choices, s *schema.Schema) any {
	byFormat := map[string][]string{
		"date-time": {"2024-01-01T00:00:00Z", "2024-02-30T00:00:00Z"}, "duration": {"1s", "1h30m", "1d"}, "byte": {"aGk=", "%"}, "uri": {"https://a.example/b", "::"},
		"date": {"2024-01-01"}, "ipv4": {"10.0.0.1", "x"}, "ipv6": {"::1"}, "cidr": {"10.0.0.0/8"}, "uuid": {"123e4567-e89b-12d3-a456-426614174000"}, "email": {"a@b.example", "a"},
	}[s.Format]
	if len(byFormat) > 0 && !c.Seldom(4) {
		return steer.From(c, byFormat...)
	}
	if s.MaxLength != nil && *s.MaxLength < 300 && c.Seldom(8) {
		return strings.Repeat("é", int(*s.MaxLength)+c.Of(2))
	}
	return steer.From(c, "a", "example", "a.example.com", "x-y", "1", "10m", "100Mi", "", "A", "é", "true", "~", "2024-01-01", "*", "/path", "a/b", "y: z", "80", "1.5", " x ", "- a", "# b", "'", "\ttab", "a\nb\n")
}
