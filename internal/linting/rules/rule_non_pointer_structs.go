package rules

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var nonPointerStructs = Rule{
	ID: "non-pointer-structs", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "struct in Go without a pointer is not marked by what its fields are",
	Why: `Clients in Go always send a struct that is no pointer. If it has required fields, the server asks for them even where
nobody set anything, so that the struct is required whatever its marker says. If it has none, an empty object is
valid, and nobody else needs to write it. A struct with ` + "`MinProperties`" + `, ` + "`ExactlyOneOf`" + ` or ` + "`AtLeastOneOf`" + ` counts as one
with required fields. Nothing is said of the status of a kind, which clients leave to controllers, nor of a struct that
CEL rules may need fields of. [required-empty-object](#required-empty-object) says the same of the CRD; where it does, this
rule is silent.`,
	GoExample: `
  // Cache of a widget.
  type Cache struct {
  	// size of the cache.
  	// +required
  	// +kubebuilder:validation:MinLength=1
  	Size string ` + "`json:\"size,omitempty\"`" + `
  }

  type WidgetSpec struct {
  	// cache of the widget.
- 	// +optional
+ 	// +required
  	Cache Cache ` + "`json:\"cache\"`" + `
  }
`,
	GoType: func(p *Pass, d *gotypes.Declaration) {
		for _, f := range d.AllFields() {
			if f.Tag.Inline || f.Embedded && f.Tag.Name == "" || f.Type.Pointer || f.Type.Kind() != gotypes.Struct || !ownStruct(f.Type) || isStatus(f) {
				continue
			}
			marker := "+optional"
			if needs := needsFields(f.Type); needs && !markedRequired(f) {
				if gotypes.KnownLater(d.GeneratorMinor, "required") {
					// Older versions ignore it, and make fields with omitempty optional whatever their markers say.
					if marker = "+kubebuilder:validation:Required"; f.Tag.OmitEmpty {
						continue
					}
				} else {
					marker = "+required"
				}
				p.ReportField(d, f, f.At(), "field %q is a struct with required fields, and is not marked as required", f.Qualified).Help = markerHelp(f, marker)
			} else if !needs && !markedOptional(f) && !gotypes.HasMarker(f.AllMarkers(), celMarker) { // a CEL rule may need some
				p.ReportField(d, f, f.At(), "field %q is a struct without required fields, and is not marked as optional", f.Qualified).Help = markerHelp(f, marker)
			}
		}
	},
}

func markerHelp(f *gotypes.Field, marker string) string {
	if markedOptional(f) || markedRequired(f) {
		return "write " + marker + " in place of its marker; or make it a pointer"
	}
	return "add " + marker + "; or make it a pointer"
}

// isStatus reports whether a field is the status of the kind.
func isStatus(f *gotypes.Field) bool {
	return len(f.Path) == 2 && f.Path[0].Name == "properties" && f.Path[1].Name == "status"
}

// ownStruct reports whether a struct has no name, or the names of types of the same package whose fields show
// their JSON.
func ownStruct(t *gotypes.Type) bool {
	for ; t.Decl != nil; t = t.Decl.Type {
		if !t.Local || t.Decl.Opaque || t.Decl.Elsewhere {
			return false
		}
	}
	return true
}

// needsFields reports whether a struct has a required field, or needs some by a marker.
func needsFields(t *gotypes.Type) bool {
	for _, d := range t.Named() {
		if least, _, valid := markerNumber(d.Markers, minPropertiesMarker); valid && least > 0 || gotypes.HasMarker(d.Markers, oneOfMarkers...) {
			return true
		}
	}
	for _, f := range t.Struct() {
		if markedRequired(f) || isRequiredByTag(f) {
			return true
		}
	}
	return false
}

// isRequiredByTag reports whether controller-gen makes a field required that has no marker.
func isRequiredByTag(f *gotypes.Field) bool {
	return !markedOptional(f) && f.Tag.Name != "" && !f.Tag.Ignored && !f.Tag.OmitEmpty && !f.Tag.OmitZero
}
