package gotypes

import (
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/source"
)

var (
	damages    = flag.Int("damages", 150, "how many damaged CRDs are repaired")
	damageSeed = flag.Int64("damageseed", 1, "the seed of TestLiveRepairsCRDs")
)

// backup copies examples/crdtest, whose CRD controller-gen has written, with the version of apimachinery that this module
// has, and returns the folder, the types and the CRD.
func backup(t *testing.T) (dir string, types *CRD, crd map[string]any, file string) {
	t.Helper()
	const from = "../../../examples/crdtest"
	need, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`k8s.io/apimachinery (\S+)`).FindSubmatch(need)
	own, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	module, _, _ := strings.Cut(string(own), "\n")
	files := map[string]string{"go.mod": module + "\n\nrequire k8s.io/apimachinery " + string(version[1]) + "\n"}
	for _, name := range []string{"api/v1/backup_types.go", "api/v1/groupversion_info.go", "api/v1beta1/backup_types.go", "api/v1beta1/groupversion_info.go", "config/crd/bases/backup.example.com_backups.yaml"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	dir = tree(t, files)
	file = filepath.Join(dir, "config/crd/bases/backup.example.com_backups.yaml")
	doc := source.Read(file, []byte(files["config/crd/bases/backup.example.com_backups.yaml"])).Documents[0]
	crd, _ = source.Value(doc.Root).(map[string]any)
	m, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	if types = m.CRD("backup.example.com", "Backup", []string{"v1", "v1beta1"}, "v0.23.0"); types == nil {
		t.Fatal("no types")
	}
	return dir, types, crd, file
}

// The CRD that controller-gen has written is what Go says, and what New writes of the types alone.
func TestLiveAsGenerated(t *testing.T) {
	_, types, crd, file := backup(t)
	if live := types.Live(crd, file); live.Changed || !reflect.DeepEqual(live.CRD, crd) || len(live.Unknown) > 0 {
		t.Errorf("changed: %v, unknown: %v", live.Changed, live.Unknown)
	}
	made := types.New()
	for i := range types.Roots() {
		a, b := schemaOf(crd, i), schemaOf(made.CRD, i)
		for _, name := range []string{"apiVersion", "kind"} {
			delete(a["properties"].(map[string]any), name) // their descriptions are those of another version
			delete(b["properties"].(map[string]any), name)
		}
		if !reflect.DeepEqual(plain(a), plain(b)) {
			t.Errorf("version %d: New writes another schema:\n%v\n%v", i, b, a)
		}
	}
}

// Whatever a CRD lacks of what Go says, or has in another way, Live brings back: schemas, keywords, rules, columns.
func TestLiveRepairsCRDs(t *testing.T) {
	_, types, crd, file := backup(t)
	r := rand.New(rand.NewSource(*damageSeed))
	changed := 0
	for range *damages {
		damaged := runtime.DeepCopyJSON(crd)
		var what []string
		for range 1 + r.Intn(2) {
			i := r.Intn(2)
			what = append(what, damage(r, schemaOf(damaged, i), fmt.Sprint("version ", i)))
		}
		was := runtime.DeepCopyJSON(damaged)
		live := types.Live(damaged, file)
		if !reflect.DeepEqual(damaged, was) {
			t.Fatalf("%v: the CRD that was asked about has changed", what)
		}
		if live.Changed {
			changed++
		}
		if !reflect.DeepEqual(plain(live.CRD), plain(crd)) {
			t.Errorf("%v is not repaired", what)
		}
	}
	if changed < *damages/2 {
		t.Errorf("only %d of %d CRDs were changed", changed, *damages)
	}
}

// damage changes one thing below a schema at random.
func damage(r *rand.Rand, y map[string]any, where string) string {
	props, _ := y["properties"].(map[string]any)
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(props)), func(n string) bool { return n == "apiVersion" || n == "kind" || n == "metadata" || n == "conditions" })
	if len(names) > 0 && r.Intn(4) > 0 {
		name := names[r.Intn(len(names))]
		if below := props[name].(map[string]any); r.Intn(4) > 0 {
			return damage(r, below, where+"."+name)
		}
		delete(props, name)
		return where + "." + name
	}
	if items, ok := y["items"].(map[string]any); ok && r.Intn(2) == 0 {
		return damage(r, items, where+"[]")
	}
	keywords := slices.DeleteFunc(slices.Sorted(maps.Keys(y)), func(k string) bool { return k == "properties" || k == "type" || k == "items" })
	if len(keywords) == 0 {
		return where
	}
	k := keywords[r.Intn(len(keywords))]
	switch list, isList := y[k].([]any); {
	case isList && r.Intn(2) == 0:
		y[k] = slices.Delete(slices.Clone(list), 0, 1)
		if len(list) == 1 {
			delete(y, k)
		}
	case k == "maximum" || k == "maxLength" || k == "minLength":
		y[k] = int64(3)
	default:
		delete(y, k)
	}
	return where + " " + k
}

// A module that got one change after the other says what one says that reads the texts anew.
func TestTypedAsReadAnew(t *testing.T) {
	dir, types, crd, file := backup(t)
	name := filepath.Join(dir, "api/v1/backup_types.go")
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changes := []struct{ from, to string }{
		{"MaxLength=63", "MaxLength=64"},
		{"// +optional\n\tPaused *bool", "// +required\n\tPaused bool"},
		{"Name string `json:\"name\"`", "Name string `json:\"name\"`\n\t// extra is new.\n\tExtra []Target2 `json:\"extra\"`"},
		{"// BackupStatus is", "type Target2 struct {\n\t// +kubebuilder:validation:Minimum=1\n\tCount int `json:\"count,omitempty\"`\n}\n\n// BackupStatus is"},
		{"Enum=Waiting;Running;Failed", "Enum=Waiting;Running"},
		{"// +kubebuilder:subresource:status\n", "// +kubebuilder:resource:shortName=bk\n"},
	}
	m := types.Module().Typed(nil)
	text := string(old)
	for _, c := range changes {
		if !strings.Contains(text, c.from) {
			t.Fatalf("the example has no %q", c.from)
		}
		text = strings.Replace(text, c.from, c.to, 1)
		m = m.Typed(map[string][]byte{name: []byte(text)})
		got := types.In(m)
		got.Origins(name)
		live := got.Live(crd, file)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		anew, err := Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		want := types.In(anew).Live(crd, file)
		if !reflect.DeepEqual(live, want) {
			t.Errorf("after %q: %v\n%v", c.to, live, want)
		}
		if !live.Changed {
			t.Errorf("%q changes nothing", c.to)
		}
	}
	if err := os.WriteFile(name, old, 0o644); err != nil {
		t.Fatal(err)
	}
	if live := types.In(m.Typed(nil)).Live(crd, file); live.Changed {
		t.Error("a file that is not open any more is not the one on disk")
	}
}

// A field whose type nobody declares is left out, and its name is known.
func TestLiveUnknownType(t *testing.T) {
	dir, types, crd, file := backup(t)
	name := filepath.Join(dir, "api/v1/backup_types.go")
	old, _ := os.ReadFile(name)
	text := strings.Replace(string(old), "\tBucket string", "\tExtra Unheard `json:\"extra\"`\n\tBucket string", 1)
	live := types.In(types.Module().Typed(map[string][]byte{name: []byte(text)})).Live(crd, file)
	if !slices.Equal(live.Unknown, []string{"extra"}) {
		t.Errorf("unknown: %q", live.Unknown)
	}
	items := schemaBelow(schemaOf(live.CRD, 0), path("properties.spec.properties.targets.items"))
	if props := items["properties"].(map[string]any); props["extra"] != nil {
		t.Errorf("it is there: %v", props["extra"])
	}
	if slices.Contains(items["required"].([]any), any("extra")) {
		t.Error("it is required")
	}
}

// Each origin of a schema leads to it from the place that At has for it.
func TestOriginsAreInverseOfAt(t *testing.T) {
	dir, types, _, _ := backup(t)
	for _, name := range []string{"api/v1/backup_types.go", "api/v1beta1/backup_types.go"} {
		name = filepath.Join(dir, name)
		all, files := types.Origins(name)
		if len(all) < 5 || !files[name] || len(files) != 2 {
			t.Errorf("%d origins in %s, files %v", len(all), name, files)
		}
		for _, o := range all {
			if o.Type {
				continue
			}
			p, ok := types.Roots()[o.Version].At(o.Path)
			if !ok || p.File != name || p.From > o.From || p.To < o.To {
				t.Errorf("%v comes from %d to %d, and is at %+v", o.Path, o.From, o.To, p)
			}
		}
	}
}
