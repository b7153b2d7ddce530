package config

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// SchemaURL is the address of the configuration's JSON Schema, for editors.
const SchemaURL = "https://raw.githubusercontent.com/crdtool/crdtool/main/docs/crdtool.schema.json"

// object is a JSON object. Its keys are written sorted.
type object = map[string]any

// versionValues returns the values of kubeVersion, also as numbers: people leave out the quotes.
func versionValues() []any {
	var values []any
	for _, v := range slices.Backward(kube.Versions()) {
		values = append(values, v.String(), "v"+v.String(), json.Number(v.String()))
	}
	return append(values, nil)
}

// releases returns a pattern for patch releases in kubeVersion, as kubectl and providers print them.
func releases() string {
	var minors []string
	for _, v := range kube.Versions() {
		minors = append(minors, strconv.Itoa(v.Minor))
	}
	return `^v?1\.(` + strings.Join(minors, "|") + `)\.[0-9]+([-+][0-9A-Za-z.+-]+)?$`
}

// release is a pattern of a version with an optional patch release, as kubectl and providers print it.
const release = `v?1\.[0-9]+(\.[0-9]+([-+][0-9A-Za-z.+-]+)?)?`

// versionRange is a pattern of an item in the list kubeVersions.
const versionRange = `(all|` + release + `(-(` + release + `)?)?|-` + release + `)`

// Schema returns the JSON Schema of the configuration, with every rule and its options. It uses draft-07, which
// editors support best.
func Schema() []byte {
	settings := object{}
	ids := []string{}
	for _, r := range rules.Documented() {
		ids = append(ids, r.ID)
		if r.Topic != rules.ServerTopic || r.Severity != finding.Error {
			settings[r.ID] = ruleSchema(r)
		}
	}
	text := func(about string) object {
		return object{"description": about, "type": []string{"string", "number", "boolean"}, "not": object{"const": ""}}
	}
	list := func(about string, items object) object {
		return object{"description": about, "type": []string{"array", "null"}, "items": items}
	}
	item := object{"$ref": "#/definitions/text"}
	glob := object{"$ref": "#/definitions/glob"}
	schema := object{
		"$schema": "http://json-schema.org/draft-07/schema#",
		"$id":     SchemaURL,
		"title":   "Configuration of crdtool",
		"type":    []string{"object", "null"},
		"properties": object{
			"profile":     object{"description": "The set of rules that are enabled.", "enum": nullable(rules.Profiles()), "default": rules.Default.String()},
			"kubeVersion": object{"description": "The version of kube-apiserver to emulate.", "anyOf": []object{{"enum": versionValues()}, {"type": "string", "pattern": releases()}}},
			"kubeVersions": object{
				"description": "Several versions of kube-apiserver that are to take the CRDs and objects: a range as in 1.27- or 1.27-1.30, a list of those with commas, or all.",
				"type":        []string{"string", "number", "null"},
				"pattern":     `^\s*` + versionRange + `\s*(,\s*` + versionRange + `\s*)*$`,
				"examples":    []string{"1.27-", "1.27-1.30,1.33", "all"},
			},
			"failOn":            object{"description": "The lowest severity that makes the exit status 1.", "enum": nullable([]string{"error", "warning", "never"}), "default": "error"},
			"failOnUpgrade":     object{"description": "Which findings about changes since the stored CRD make it 1 as well: those that break stored objects or clients, any, or none.", "enum": nullable(FailOnUpgrade), "default": FailOnUpgrade[0]},
			"ignoreMissingCRDs": object{"description": "Let apply-dry skip and count objects that have no CRD, as --ignore-missing-crds does.", "type": []string{"boolean", "null"}, "default": false},
			"rules":             object{"description": "Settings by rule; crdtool rules lists them.", "type": []string{"object", "null"}, "properties": settings, "additionalProperties": false},
			"exclude":           list("Files that are not read.", glob),
			"ignore": list("Findings to ignore: those that match all of the given keys.", object{
				"type": "object",
				"properties": object{
					"rules":  list("IDs of rules.", object{"enum": ids}),
					"paths":  list("Files.", glob),
					"crds":   list("Names of CRDs, or globs of them.", item),
					"fields": list("Fields of objects, such as spec.hosts[*].name, with all fields below; ** matches any fields.", item),
					"reason": object{"$ref": "#/definitions/text", "description": "Why they are ignored."},
				},
				"required":             []string{"reason"},
				"anyOf":                []object{given("rules"), given("paths"), given("crds"), given("fields")},
				"additionalProperties": false,
			}),
			"formats":  list("How findings are written: FORMAT to standard output, FORMAT=PATH to a file.", object{"type": "string", "pattern": "^(" + strings.Join(OutputFormats(), "|") + ")(=.+)?$"}),
			"baseline": object{"$ref": "#/definitions/path", "description": "A file with known findings, which are not reported."},
			"diff":     diffSchema(),
			"test":     testSchema(),
			"paths": object{
				"description": "Where commands look that are given no arguments: files, directories or globs.",
				"type":        []string{"object", "null"},
				"properties": object{
					"crds":    list("The CRDs that people edit or generate. Of several copies with different content, these count.", item),
					"objects": list("Custom objects, such as samples, for apply-dry.", item),
					"types":   list("Directories of the Go types that the CRDs are generated from.", item),
				},
				"additionalProperties": false,
			},
			"crds": list("An older name of paths.crds.", item),
		},
		"additionalProperties": false,
		"definitions": object{
			"text": text("A string."),
			"path": object{"type": []string{"string", "number", "boolean", "null"}, "not": object{"const": ""}},
			"glob": object{
				"description": "A path relative to the folder of this file; * matches anything within a name, ** any folders.",
				"type":        []string{"string", "number", "boolean"},
				"pattern":     "^[^/]",
				"not":         object{"const": ""},
			},
		},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	// Encode cannot fail: the schema has only objects, lists and strings.
	_ = e.Encode(schema)
	return b.Bytes()
}

// given returns a schema that requires a list with items.
func given(name string) object {
	return object{"required": []string{name}, "properties": object{name: object{"type": "array", "minItems": 1}}}
}

func nullable(words []string) []any {
	var all []any
	for _, w := range words {
		all = append(all, w)
	}
	return append(all, nil)
}

func ruleSchema(r *rules.Rule) object {
	// YAML 1.1 reads on and off as booleans.
	state := []any{on, off, "error", "warning", "info", true, false}
	options := object{}
	for _, o := range r.Options {
		kind := object{"description": o.Title, "default": o.Default}
		switch o.Default.(type) {
		case int64:
			kind["type"] = []string{"integer", "null"}
		case string:
			kind["enum"] = nullable(o.Values)
		case []string:
			kind["type"], kind["items"] = []string{"array", "null"}, object{"$ref": "#/definitions/text"}
			if o.Pattern != "" {
				kind["items"] = object{"type": "string", "pattern": o.Pattern}
			}
		}
		options[o.Name] = kind
	}
	properties := object{
		"severity": object{"enum": append(state, nil)},
		"paths":    object{"type": []string{"array", "null"}, "items": object{"$ref": "#/definitions/glob"}},
		"exclude":  object{"type": []string{"array", "null"}, "items": object{"$ref": "#/definitions/glob"}},
	}
	if len(options) > 0 {
		properties["options"] = object{"type": []string{"object", "null"}, "properties": options, "additionalProperties": false}
	}
	return object{
		"description": r.Title,
		"anyOf": []object{
			{"enum": append(state, nil)},
			{"type": "object", "properties": properties, "additionalProperties": false},
		},
	}
}
