package upgrade

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
)

// schemaChange adds the changes that follow from the change of one keyword.
func (c *comparison) schemaChange(p *pair, s *schemadiff.Change) {
	if hidden(s) {
		return
	}
	w := &keyword{comparison: c, pair: p, Change: s, narrows: s.Effect.Has(schemadiff.Narrows), widens: s.Effect.Has(schemadiff.Widens)}
	if w.narrows && (c.judge.KeepsAll(s) || c.judge.KeepsReplicas(s, p.old.ReplicasFields()) || w.vacuous() || w.keepsConstant()) {
		w.narrows = false
	}
	switch s.Keyword {
	case "type", "x-kubernetes-int-or-string":
		w.types()
	case "enum":
		w.enum()
	case "nullable":
		w.nullable()
	case "required":
		w.required()
	case "properties":
		w.properties()
	case "additionalProperties", "x-kubernetes-preserve-unknown-fields":
		w.unknownFields()
	case "items", "additionalItems":
		w.items()
	case "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type":
		w.merging()
	case "default":
		w.defaults()
	case "x-kubernetes-embedded-resource":
		w.resource()
	case "allOf", "anyOf", "oneOf", "not":
		w.branches()
	case "x-kubernetes-validations":
		w.rule()
	case "id", "$schema", "title", "description", "externalDocs", "example":
		w.say(&descriptionChanged, "%s of %s is another", s.Keyword, w.field())
	default:
		w.bound()
	}
}

// hidden reports whether another change covers this one: a field above it has another type, or a map above it no
// longer is one.
func hidden(s *schemadiff.Change) bool {
	retyping := s.Keyword == "type" || s.Keyword == "x-kubernetes-int-or-string"
	if s.At.Retyped && !retyping || retyping && s.Keyword == "x-kubernetes-int-or-string" && s.At.Old.Type != s.At.New.Type {
		return true
	}
	for at := s.At; at != nil; at = at.Parent {
		if at != s.At && at.Retyped {
			return true
		}
		if at.Crossed && at.Old.Role != schematree.RoleProperty && at.Parent.New.ValueSchema() == nil && !at.Parent.New.PreservesUnknownFields() {
			return true
		}
	}
	return false
}

// A keyword is the change of one keyword, with the data to describe it.
type keyword struct {
	*comparison
	*pair
	*schemadiff.Change
	narrows, widens bool
	// beyond is a string that the old pattern matches and a new limit of the length refuses; "" for none.
	beyond string
}

// conclusion returns the facts of the old CRD at the place, for package tighter.
func (w *keyword) conclusion() tighter.Conclusion {
	return tighter.Conclusion{At: w.At, Parse: w.parser(w.At.New), Rules: w.At.Old.XValidations()}
}

// field names the place in a sentence.
func (w *keyword) field() string {
	if f := w.Change.Field(); f != "" {
		return f
	}
	return "the object"
}

// say adds a change.
func (w *keyword) say(k *Kind, format string, args ...any) *Change {
	n := w.inVersion(k, w.pair.new.Name, prose.OneLine(fmt.Sprintf(format, args...)), w.OldPath(), w.Path())
	n.Field, n.Keyword, n.Name, n.schema = w.Change.Field(), w.Keyword, w.Name, w.Change
	if !w.pair.old.Served {
		n.Breaking = false // no client can use the version
	}
	return n
}

// refuses is say for a change after which values are refused.
func (w *keyword) refuses(k *Kind, format string, args ...any) *Change {
	n := w.say(k, format, args...)
	n.Effect = w.ratcheted()
	if w.inStatus() {
		n.Help = "let the controller stop writing it before the CRD is installed"
	}
	n.search = w.search
	return n
}

// inStatus reports whether a place is in a status that only requests to /status write.
func (w *keyword) inStatus() bool {
	f := w.Change.Field()
	return w.pair.new.HasStatus() && (f == "status" || strings.HasPrefix(f, "status.") || strings.HasPrefix(f, "status["))
}

// ratcheted describes the effect on stored objects with values that are now refused.
func (w *keyword) ratcheted() string {
	if w.inStatus() {
		if !w.Server.Objects.Ratcheting {
			return "a controller that writes such a value to /status is refused, and so is every update of the status of a stored object with one"
		}
		return "a controller that writes such a value to /status is refused; stored objects with one can be updated until " + tighter.Until(w.Change) +
			" (before Kubernetes 1.30 not at all)"
	}
	if !w.Server.Objects.Ratcheting {
		return "manifests with such a value are refused, and so is every update of a stored object with one"
	}
	until := strings.Replace(tighter.Until(w.Change), "they change", "that value changes", 1)
	return "manifests with such a value are refused; stored objects with one can be updated until " + until +
		" (before Kubernetes 1.30 not at all)"
}

var _ = finding.Error
