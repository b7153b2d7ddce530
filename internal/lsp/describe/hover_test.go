package describe_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/lsp/cursor"
	"github.com/crdtool/crdtool/internal/lsp/describe"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

const widgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    selectableFields: []
    schema:
      openAPIV3Schema:
        type: object
        description: A widget.
        properties:
          spec:
            type: object
            required: [size]
            x-kubernetes-validations:
            - rule: self.size < 5 || has(self.note)
              message: large widgets need a note
            properties:
              size:
                type: integer
                minimum: 1
                maximum: 9
                description: |-
                  The size of <b>it</b>, see [here](http://example.com) and ` + "`size`" + `.

                  - one
                  - two
              color: {type: string, enum: [red, green], default: red, pattern: "^[a-z]+$", description: "Deprecated: use size."}
              note: {type: string, nullable: true, maxLength: 10}
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    deprecationWarning: use v1
    schema: {openAPIV3Schema: {type: object}}
`

// TestHover has the text at places of an object, a CRD, a configuration and comments; the cursor is at "|".
func TestHover(t *testing.T) {
	w := shape.NewWorkspace()
	c, _ := crd.Decode(source.Read("widgets.yaml", []byte(widgets)).Documents[0])
	c.Default()
	w.AddCRD(c, "crds/widgets.yaml")
	const head = "apiVersion: example.com/v1\nkind: Widget\nspec:\n"
	at := func(word string) string {
		i := strings.Index(widgets, word)
		return widgets[:i+1] + "|" + widgets[i+1:]
	}
	for _, test := range []struct{ file, text, want string }{
		{"", head + "  si|ze: 1\n", "**size** · `integer` · required\n\nThe size of \\<b\\>it\\</b\\>, see \\[here\\](http://example.com) and `size`.\n\n- one\n- two\n\n- 1 to 9\n- rule: `self.size < 5 || has(self.note)` — large widgets need a note\n- Go: `api/v1/widget.go:7`"},
		{"", head + "  color: gr|een\n", "**color** · `string` · optional · **deprecated**\n\nDeprecated: use size.\n\n- one of `\"red\"`, `\"green\"`\n- default: `\"red\"`\n- pattern: `^[a-z]+$`\n- Go: `api/v1/widget.go:7`"},
		{"", head + "  note|: x\n", "**note** · `string` · optional\n\n- at most 10 characters\n- may be null\n- rule: `self.size < 5 || has(self.note)` — large widgets need a note\n- Go: `api/v1/widget.go:7`"},
		{"", head + "  unknown|: x\n", ""},
		{"", "apiVersion: v1\nkind: Pod\nmetadata:\n  finalizers:\n  - a|\n", "**finalizers** · `[]string` · optional\n\nMust be empty before the object is deleted from the registry. Each entry is an identifier for the responsible component that will remove the entry from the list. If the deletionTimestamp of the object is non-nil, entries in this list can only be removed. Finalizers may be processed and removed in any order.  Order is NOT enforced because it introduces significant risk of stuck finalizers. finalizers is a shared field, any actor with permission can reorder it. If the finalizer list is processed in order, then this can lead to a situation in which the component responsible for the first finalizer in the list is waiting for a signal (field value, external system, or other) produced by a component responsible for a finalizer later in the list, resulting in a deadlock. Without enforced ordering finalizers are free to order amongst themselves and are not vulnerable to ordering changes in the list."},
		{"", "apiVersion: example.com/v1\nkind: Wid|get\n", "**Widget** · `example.com/v1`\n\nA widget.\n\n- versions: `v1` (stored), `v1beta1` (deprecated)\n- scope: Namespaced\n- CRD: `widgets.example.com` in `crds/widgets.yaml`"},
		{"", "apiVersion: example.com/v1be|ta1\nkind: Widget\n", "**Widget** · `example.com/v1beta1` · **deprecated**\n\n- the server warns: use v1\n- versions: `v1` (stored), `v1beta1` (deprecated)\n- scope: Namespaced\n- CRD: `widgets.example.com` in `crds/widgets.yaml`"},
		{"", at("scope"), "**scope** · `string` · required\n\nWhether objects belong to a namespace or to the cluster.\n\n- one of `\"Namespaced\"`, `\"Cluster\"`"},
		{"", at("selectableFields"), "**selectableFields** · `[]object` · optional\n\nThe fields by which lists can be selected.\n\n- used from Kubernetes 1.31 on"},
		{"", at("maximum"), "**maximum** · keyword of schemas\n\nLarger numbers are refused.\n\n- for values of type integer or number"},
		{"", at("note: {"), "**note** · `string` · optional\n\n- at most 10 characters\n- may be null"},
		{"", at("size]"), "**size** · `integer` · required\n\nThe size of \\<b\\>it\\</b\\>, see \\[here\\](http://example.com) and `size`.\n\n- one\n- two\n\n- 1 to 9"},
		{"", strings.Replace(at("size]"), "s|ize]", "n|one]", 1), "**required** · keyword of schemas\n\nObjects without one of these fields are refused. Defaults are set before.\n\n- for values of type object"},
		{"", at("size:\n"), "**size** · `integer` · required\n\nThe size of \\<b\\>it\\</b\\>, see \\[here\\](http://example.com) and `size`.\n\n- one\n- two\n\n- 1 to 9"},
		{"", "apiVersion: v1\nkind: Pod\nspec:\n  restartPolicy|: Always\n", "**restartPolicy** · `string` · optional\n\n- one of `\"Always\"`, `\"OnFailure\"`, `\"Never\"`"},
		{".crdtool.yaml", "failOn|: error\n", "**failOn** · `any` · optional\n\nThe lowest severity that makes the exit status 1.\n\n- one of `\"error\"`, `\"warning\"`, `\"never\"`\n- default: `\"error\"`\n- may be null"},
		{"", "a|: 1\n", ""},
		{"", "# te|xt\n", ""},
	} {
		offset := strings.LastIndexByte(test.text[:strings.LastIndexByte(test.text, '|')+1], '|')
		if i := strings.Index(test.text, "|"); strings.HasPrefix(test.text, "apiVersion: apiextensions") && i >= 0 {
			offset = cursorOf(test.text)
		}
		text := test.text[:offset] + test.text[offset+1:]
		got, _ := describe.At(cursor.At([]byte(text), offset), describe.Options{
			Kinds: w, File: test.file, Version: kube.Latest,
			Origin: func(*shape.Kind, []finding.Segment) string { return "api/v1/widget.go:7" },
		})
		if got != test.want {
			t.Errorf("%q:\n%s\nwant\n%s", excerpt(text, offset), got, test.want)
		}
	}
}

// cursorOf returns the offset of the mark, which is the only "|" that widgets lacks at its place.
func cursorOf(text string) int {
	i := 0
	for i < len(widgets) && text[i] == widgets[i] {
		i++
	}
	return i
}

func excerpt(text string, at int) string { return text[max(0, at-20):min(len(text), at+20)] }

// TestRules has the text of a rule in a comment and in the configuration.
func TestRules(t *testing.T) {
	for _, test := range []struct{ file, text, token string }{
		{"", "a: 1 # crdtool:ignore fl|oat,list-type-missing because\n", "float"},
		{"", "a: 1 # crdtool:ignore float,list-|type-missing because\n", "list-type-missing"},
		{".crdtool.yaml", "rules:\n  flo|at: off\n", "float"},
		{".crdtool.yaml", "ignore:\n- rules: [fl|oat]\n", "float"},
	} {
		offset := strings.IndexByte(test.text, '|')
		text := test.text[:offset] + test.text[offset+1:]
		got, span := describe.At(cursor.At([]byte(text), offset), describe.Options{File: test.file, Version: kube.Latest})
		if !strings.HasPrefix(got, "**"+test.token+"** · ") || text[span.Start:span.End] != test.token {
			t.Errorf("%q: %q about %q, want the rule %s", test.text, got, text[span.Start:span.End], test.token)
		}
	}
}

// TestTextIsEscaped has markup in text of files that could become links, images or HTML.
func TestTextIsEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"[a](command:x)":      `\[a\](command:x)`,
		"![a](http://x)":      `\!\[a\](http://x)`,
		"<script>":            `\<script\>`,
		"a `b` c":             "a `b` c",
		"a `b":                "a \\`b",
		"`<b>` and ` <i>":     "`<b>` and \\` \\<i\\>",
		"# title":             `\# title`,
		"a\x1b[31m":           `a\\x1b\[31m`,
		"* item\n- item":      "- item\n- item",
		"&lt;b&gt; *x* ~y~":   `\&lt;b\&gt; \*x\* \~y\~`,
		"a|b\n---\n| c | d |": `a\|b` + "\n" + `\---` + "\n" + `\| c \| d \|`,
	} {
		if got := describe.Text(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
