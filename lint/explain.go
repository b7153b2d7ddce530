package lint

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/source"
)

// explain adds our own sentence to a finding of the server's, and one line on
// how to fix it, where we have more to say than the server.
func explain(doc *source.Document, c *crd.CustomResourceDefinition, f *finding.Finding) {
	if f.Message != "" || f.Rule == "" {
		return
	}
	e := explainer{doc, c, f, f.Path.Segments()}
	e.byRule()
	if f.Message == "" && f.Type != "" {
		e.plainly()
	}
}

func (e *explainer) byRule() {
	f := e.f
	switch f.Rule {
	case "structural-type":
		e.missingType()
	case "structural-items":
		e.say("list %s has no items", e.field(1))
		e.help("a structural schema describes the items of every list; add: items: {type: string}, with the type that they have")
	case "structural-junctor":
		e.junctor()
	case "structural-complete":
		e.say("%s is used inside a junctor but not declared outside it", e.field(0))
		e.help("declare it, with its type, at %s", e.f.Path.Server())
	case "structural-additional-properties":
		e.additionalProperties()
	case "pattern-syntax":
		e.say("pattern of %s does not compile", e.field(1))
		e.help("patterns are read by Go's RE2, which has no lookahead, lookbehind or backreference")
	case "unsupported-keyword":
		e.unsupportedKeyword()
	case "schema-type":
		e.schemaType()
	case "default-unpruned":
		e.say("default of %s has a field that its schema does not declare", e.field(1))
		e.help("take the field out of the default, or declare it")
	case "default-forbidden":
		e.say("no default may be set here: %s", strings.TrimPrefix(f.Detail, "must not be set "))
		e.help("remove the default")
	case "default-invalid":
		e.invalidDefault()
	case "embedded-resource", "int-or-string", "metadata-schema":
		e.resourceSchema()
	case "list-map-keys":
		e.mapKeys()
	case "list-type":
		e.listType()
	case "map-type":
		e.help("x-kubernetes-map-type is granular or atomic and stands beside type: object")
	case "crd-name":
		e.crdName()
	case "group":
		e.group()
	case "scope":
		e.help("write: scope: Namespaced, or: scope: Cluster")
	case "names":
		e.names()
	case "version-name":
		e.say("%q is no version name", f.Value)
		e.help("a version is lower-case letters and digits that begin with a letter, such as v1, v1beta1 or v2alpha1")
	case "version-names-unique":
		e.say("two versions have the same name")
	case "storage-version":
		e.storageVersion()
	case "stored-versions":
		e.storedVersions()
	case "schema-required":
		e.say("version %q has no schema", e.version())
		e.help("every version needs schema.openAPIV3Schema; at least: {type: object, x-kubernetes-preserve-unknown-fields: true}")
	case "api-approval":
		e.approval()
	case "preserve-unknown-fields":
		if f.Path.Server() == "spec.preserveUnknownFields" {
			e.say("preserveUnknownFields: true is no longer allowed")
			e.help("remove it, and set x-kubernetes-preserve-unknown-fields: true where unknown fields must be kept")
		} else {
			e.say("x-kubernetes-preserve-unknown-fields may only be true")
			e.help("remove it; unknown fields are pruned unless it is true")
		}
	case "root-beside-status":
		e.rootBesideStatus()
	case "nullable-root":
		e.help("remove nullable; an object itself is never null")
	case "deprecation-warning":
		e.deprecation()
	case "immutable":
		e.immutable()
	case "printer-column":
		e.printerColumn()
	case "scale":
		e.help("the paths look like .spec.replicas and .status.replicas")
	case "selectable-field":
		e.selectableField()
	case "conversion":
		e.conversion()
	case "cel-cost", "cel-cost-total", "cel-old-self", "cel-rule", "cel-message":
		e.cel()
	case "unknown-format":
		e.say("format %q is not checked by the server", f.Value)
		e.help("values of any form are accepted; use a pattern if the form matters")
	case "set-of-objects":
		e.say("a set of type %q is merged as a whole by server-side apply and can't be used in CEL rules", f.Value)
		e.help("use x-kubernetes-list-type: map with keys, or atomic")
	}
}

type explainer struct {
	doc      *source.Document
	crd      *crd.CustomResourceDefinition
	f        *finding.Finding
	segments []finding.Segment
}

// plainly says what the server says, at the place in the user's own file and
// without printing long values.
func (e *explainer) plainly() {
	f := e.f
	switch {
	case f.Type == field.ErrorTypeRequired && f.Detail == "":
		e.say("%s is missing", e.place())
	case f.Type == field.ErrorTypeRequired:
		e.say("%s is missing: %s", e.place(), f.Detail)
	case f.Type == field.ErrorTypeNotSupported:
		e.say("%s can't be %s; %s", e.place(), shown(f.Value), f.Detail)
	case f.Type == field.ErrorTypeDuplicate:
		e.say("%s: %s is named twice", e.place(), shown(f.Value))
	case f.Type == field.ErrorTypeInvalid && shown(f.Value) != "":
		e.say("%s: %s %s", e.place(), shown(f.Value), f.Detail)
	default:
		e.say("%s: %s", e.place(), f.Detail)
	}
}

// shown is a value in short, or "" if it says nothing.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		if r := []rune(v); len(r) > 60 {
			v = string(r[:57]) + "..."
		}
		if v == "" {
			return ""
		}
		return fmt.Sprintf("%q", v)
	case bool, int64, int32, int, float64:
		return fmt.Sprint(v)
	}
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.String {
		return shown(rv.String())
	}
	return ""
}

// place names the part of the file in question: a keyword of a field, or the
// path where no schema is concerned.
func (e *explainer) place() string {
	path := e.f.Path.File()
	if !strings.Contains(path, ".openAPIV3Schema.") || len(e.segments) == 0 {
		return path
	}
	return e.last() + " of " + e.field(1)
}

func (e *explainer) say(format string, args ...any)  { e.f.Message = fmt.Sprintf(format, args...) }
func (e *explainer) help(format string, args ...any) { e.f.Help = fmt.Sprintf(format, args...) }

func (e *explainer) required() bool { return e.f.Type == field.ErrorTypeRequired }

// last is the name of the last segment, the keyword in question.
func (e *explainer) last() string {
	if len(e.segments) == 0 {
		return ""
	}
	return e.segments[len(e.segments)-1].Name
}

// beside returns a value next to the one in question, or nil.
func (e *explainer) beside(name string) any {
	if len(e.segments) == 0 {
		return nil
	}
	parent, exact := e.doc.Node(e.segments[:len(e.segments)-1])
	if !exact {
		return nil
	}
	return source.Value(source.Field(parent, name))
}

func (e *explainer) version() string { return versionOf(e.crd, e.f.Path) }

// field names the field of custom objects that a path into a schema is about,
// less the last segments of the path, which are keywords.
func (e *explainer) field(less int) string { return fieldName(e.segments[:len(e.segments)-less]) }

// fieldName turns ...openAPIV3Schema.properties[spec].properties[ports].items
// into spec.ports[*]. Junctors don't show.
func fieldName(segments []finding.Segment) string {
	start := len(segments)
	for i, s := range segments {
		if s.Name == "openAPIV3Schema" {
			start = i + 1
			break
		}
	}
	var b strings.Builder
	for i := start; i < len(segments); i++ {
		switch s := segments[i]; s.Name {
		case "properties":
			if i+1 < len(segments) {
				i++
				if b.Len() > 0 {
					b.WriteByte('.')
				}
				b.WriteString(segments[i].Name)
			}
		case "items", "additionalProperties":
			b.WriteString("[*]")
		}
	}
	if b.Len() == 0 {
		return "the object"
	}
	return b.String()
}
