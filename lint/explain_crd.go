package lint

import (
	"strings"
)

func (e *explainer) crdName() {
	s := &e.crd.Spec
	switch {
	case e.required():
		e.say("the CRD has no name")
	case e.f.Detail == `must be spec.names.plural+"."+spec.group`:
		e.say("the name is not made of spec.names.plural and spec.group")
	default:
		return
	}
	e.help("a CRD is named by spec.names.plural, a dot and spec.group, as in widgets.example.com")
	if s.Names.Plural != "" && s.Group != "" {
		e.help("write: name: %s.%s", s.Names.Plural, s.Group)
	}
}

func (e *explainer) group() {
	switch {
	case e.required():
		e.say("the CRD has no group")
		e.help("add spec.group, a domain that you own, such as example.com")
	case strings.HasPrefix(e.f.Detail, "should be a domain"):
		e.say("group %q is no domain", e.f.Value)
		e.help("use a domain that you own, such as %s.example.com", e.f.Value)
	}
}

func (e *explainer) names() {
	switch {
	case e.required():
		e.say("spec.names.%s is missing", e.last())
	case e.f.Detail == "kind and listKind may not be the same":
		e.help("remove listKind; it is %sList unless given", e.crd.Spec.Names.Kind)
	case strings.HasPrefix(e.f.Detail, "may have mixed case"):
		e.say("%q is no kind", e.f.Value)
		e.help("a kind is letters and digits that begin with a letter, such as Widget")
	default:
		e.say("%q may not be used as a name here", e.f.Value)
		e.help("names are lower-case letters, digits and dashes that begin with a letter, at most 63")
	}
}

func (e *explainer) storageVersion() {
	var stored []string
	for i := range e.crd.Spec.Versions {
		if v := &e.crd.Spec.Versions[i]; v.Storage {
			stored = append(stored, v.Name)
		}
	}
	switch {
	case len(e.crd.Spec.Versions) == 0:
		e.say("the CRD has no versions")
		e.help("add spec.versions with at least one version that has served: true and storage: true")
	case len(stored) == 0:
		e.say("no version is marked storage: true")
		e.help("mark the one version in which objects are stored")
	default:
		e.say("%d versions are marked storage: true: %s", len(stored), strings.Join(stored, ", "))
		e.help("leave it on one of them, and write storage: false on the others")
	}
}

func (e *explainer) storedVersions() {
	switch {
	case strings.HasPrefix(e.f.Detail, "missing from"):
		e.say("version %q is gone, but objects may still be stored in it", e.f.Value)
		e.help("keep it with served: false until a storage migration has taken it out of status.storedVersions")
	case strings.HasPrefix(e.f.Detail, "must have the storage version"):
		e.say("version %q is marked storage: true beside another one", strings.TrimPrefix(e.f.Detail, "must have the storage version "))
	default:
		e.say("no version is marked storage: true, so no version can be stored")
	}
}

func (e *explainer) approval() {
	e.say("group %q belongs to the Kubernetes project, and its APIs need an approval annotation", e.crd.Spec.Group)
	e.help("use a group of your own; or annotate with api-approved.kubernetes.io: the URL of the approval, or a reason that begins with unapproved")
}

func (e *explainer) deprecation() {
	switch {
	case strings.HasPrefix(e.f.Detail, "can only be set"):
		e.say("deprecationWarning is set on a version that is not deprecated")
		e.help("add: deprecated: true")
	case strings.HasPrefix(e.f.Detail, "must not be an empty"):
		e.help("remove it; the server then words the warning itself")
	}
}

func (e *explainer) immutable() {
	e.say("%s can't be changed once the CRD is in the cluster", e.f.Path.File())
	e.help("keep the old value, or create a CRD with another name and move the objects over")
}

func (e *explainer) printerColumn() {
	switch {
	case e.last() == "jsonPath" && e.required():
		e.say("the column has no jsonPath")
	case e.last() == "jsonPath":
		e.say("jsonPath %q does not begin with a dot", e.f.Value)
		e.help("write: jsonPath: .%s", strings.Trim(e.f.Value.(string), "{}."))
	case e.last() == "type" && !e.required():
		e.say("there is no column type %q", e.f.Value)
		e.help("the types are boolean, date, integer, number, string")
	}
}

func (e *explainer) selectableField() {
	switch {
	case strings.HasPrefix(e.f.Detail, "is an invalid path: does not refer"):
		e.say("%q leads to no field that the schema declares", e.f.Value)
		e.help("a selectable field is a path such as .spec.color to a string, boolean or integer")
	case strings.HasPrefix(e.f.Detail, "must not point to fields in metadata"):
		e.say("fields of metadata can't be selectable")
		e.help("metadata.name and metadata.namespace always are; remove it")
	}
}

func (e *explainer) conversion() {
	switch {
	case e.last() == "service" || e.last() == "name" || e.last() == "namespace":
		if e.required() {
			e.say("the webhook's service has no %s", e.last())
		}
	case e.last() == "conversionReviewVersions" && e.required():
		e.say("a conversion webhook must say which versions of ConversionReview it understands")
		e.help("write: conversionReviewVersions: [v1]")
	case strings.HasPrefix(e.f.Detail, "should not be set when strategy"):
		e.say("a webhook is configured, but the strategy is not Webhook")
		e.help("write: strategy: Webhook, or remove webhook")
	}
}
