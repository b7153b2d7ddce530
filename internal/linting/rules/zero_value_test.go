package rules

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
)

// goTypesOf returns the types of a Go file.
func goTypesOf(t *testing.T, text string) []*gotypes.Declaration {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "types.go"), []byte(GoDocument(text)), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := gotypes.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	all, err := m.Declarations(dir)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A randomField is a field with markers, and the keywords that they set.
type randomField struct {
	typ, zero string
	markers   []string
	schema    map[string]any
}

func (f *randomField) add(keyword, marker string, value any) {
	f.markers = append(f.markers, "+kubebuilder:validation:"+marker)
	f.schema[keyword] = value
}

func newRandomField(r *rand.Rand) *randomField {
	f := &randomField{schema: map[string]any{}}
	maybe := func() bool { return r.IntN(3) == 0 }
	bound := func(keyword, marker string, least int) {
		if maybe() {
			n := least + r.IntN(4)
			f.add(keyword, fmt.Sprintf("%s=%d", marker, n), n)
		}
	}
	switch r.IntN(4) {
	case 0:
		f.typ, f.zero, f.schema["type"] = "string", `""`, "string"
		bound("minLength", "MinLength", 0)
		if maybe() {
			pattern := []string{"^a*$", "^a+$", "a", "b?"}[r.IntN(4)]
			f.add("pattern", "Pattern=`"+pattern+"`", pattern)
		}
		if maybe() {
			f.add("enum", `Enum=a;""`, []any{"a", ""})
		} else if maybe() {
			f.add("enum", "Enum={a,b}", []any{"a", "b"})
		}
	case 1:
		f.typ, f.zero, f.schema["type"] = "int32", "0", "integer"
		bound("minimum", "Minimum", -2)
		bound("maximum", "Maximum", -1)
		if _, ok := f.schema["minimum"]; ok && maybe() {
			f.add("exclusiveMinimum", "ExclusiveMinimum=true", true)
		}
		if _, ok := f.schema["maximum"]; ok && maybe() {
			f.add("exclusiveMaximum", "ExclusiveMaximum=true", true)
		}
		if maybe() {
			f.add("enum", "Enum=0;1", []any{0, 1})
		} else if maybe() {
			f.add("enum", "Enum=1;2", []any{1, 2})
		}
	case 2:
		f.typ, f.zero, f.schema["type"] = "[]string", "[]", "array"
		bound("minItems", "MinItems", 0)
	default:
		f.typ, f.zero, f.schema["type"] = "map[string]string", "{}", "object"
		bound("minProperties", "MinProperties", 0)
	}
	return f
}

// What the markers of a field say of its zero value is what the validator says that the server uses.
func TestZeroValueIsValidated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var fields []*randomField
	var code strings.Builder
	code.WriteString("type WidgetSpec struct {\n")
	for i := range 500 {
		f := newRandomField(r)
		fields = append(fields, f)
		for _, m := range f.markers {
			code.WriteString("\t// " + m + "\n")
		}
		fmt.Fprintf(&code, "\tF%d %s `json:\"f%d\"`\n", i, f.typ, i)
	}
	code.WriteString("}\n")
	known, invalid := 0, 0
	for i, got := range goTypesOf(t, code.String())[0].AllFields() {
		f := fields[i]
		zero := zeroInGo(got, true, 0)
		if zero.unknown {
			continue
		}
		known++
		if valid := accepts(t, f); valid != zero.valid {
			t.Errorf("%s with %s: the zero value is valid: %v, and by the validator: %v", f.typ, f.markers, zero.valid, valid)
		} else if !valid {
			invalid++
		}
	}
	if known < 400 || invalid < 50 {
		t.Errorf("%d fields of %d are known, and %d have an invalid zero value", known, len(fields), invalid)
	}
}

// accepts reports whether the schema of a field accepts its zero value.
func accepts(t *testing.T, f *randomField) bool {
	t.Helper()
	text, err := yaml.Marshal(f.schema)
	if err != nil {
		t.Fatal(err)
	}
	var s spec.Schema
	var value any
	if err := yaml.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal([]byte(f.zero), &value); err != nil {
		t.Fatal(err)
	}
	return validate.NewSchemaValidator(&s, nil, "", strfmt.Default).Validate(value).IsValid()
}
