package crd

import (
	"strings"

	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func spec(fields ...string) *finding.Path { return finding.Root("spec").Child(fields...) }

func (k *checker) group() {
	g := k.crd.Spec.Group
	if g == "" {
		k.add(finding.Required(code.GroupRequired, spec("group"), ""))
	} else if errs := utilvalidation.IsDNS1123Subdomain(g); len(errs) > 0 {
		k.add(finding.Invalid(code.GroupForm, spec("group"), g, strings.Join(errs, ",")))
	} else if !strings.Contains(g, ".") {
		k.add(finding.Invalid(code.GroupWithoutDot, spec("group"), g, "should be a domain with at least one dot"))
	}
}

func (k *checker) scope() {
	k.oneOf(code.ScopeRequired, code.ScopeUnknown, spec("scope"), k.crd.Spec.Scope, "Cluster", "Namespaced")
}

// oneOf checks a required value that must be one of a few.
func (k *checker) oneOf(required, unknown finding.Code, p *finding.Path, value string, accepted ...string) {
	if value == "" {
		k.add(finding.Required(required, p, ""))
		return
	}
	for _, a := range accepted {
		if a == value {
			return
		}
	}
	k.add(finding.NotSupported(unknown, p, value, accepted))
}

func (k *checker) namesPresent() {
	n, p := &k.crd.Spec.Names, spec("names")
	for _, r := range [...]struct{ name, value string }{
		{"plural", n.Plural}, {"singular", n.Singular}, {"kind", n.Kind}, {"listKind", n.ListKind},
	} {
		if r.value == "" {
			k.add(finding.Required(code.NameRequired, p.Child(r.name), ""))
		}
	}
}

// names checks the form of names: those of the spec, and those that the server accepted earlier.
func (k *checker) names(n *Names, p *finding.Path) {
	label := func(p *finding.Path, value string) {
		if errs := utilvalidation.IsDNS1035Label(value); len(errs) > 0 {
			k.add(finding.Invalid(code.NameForm, p, value, strings.Join(errs, ",")))
		}
	}
	optional := func(p *finding.Path, value string) {
		if value != "" {
			label(p, value)
		}
	}
	kind := func(p *finding.Path, value string) {
		if value == "" {
			return
		}
		if errs := utilvalidation.IsDNS1035Label(strings.ToLower(value)); len(errs) > 0 {
			k.add(finding.Invalid(code.KindForm, p, value, "may have mixed case, but should otherwise match: "+strings.Join(errs, ",")))
		}
	}
	optional(p.Child("plural"), n.Plural)
	optional(p.Child("singular"), n.Singular)
	kind(p.Child("kind"), n.Kind)
	kind(p.Child("listKind"), n.ListKind)
	for i, s := range n.ShortNames {
		label(p.Child("shortNames").Index(i), s)
	}
	if n.Kind != "" && n.Kind == n.ListKind {
		k.add(finding.Invalid(code.ListKindIsKind, p.Child("listKind"), n.ListKind, "kind and listKind may not be the same"))
	}
	for i, c := range n.Categories {
		label(p.Child("categories").Index(i), c)
	}
}

// immutable checks the fields that an update may not change: the resource's group and plural, and once the CRD is
// established its scope and kind.
func (k *checker) immutable() {
	if k.old == nil {
		return
	}
	s, o := &k.crd.Spec, &k.old.Spec
	same := func(p *finding.Path, value, was any) {
		if value != was {
			k.add(finding.Invalid(code.ImmutableField, p, value, metavalidation.FieldImmutableErrorMsg))
		}
	}
	if k.require.immutableNames {
		same(spec("scope"), scopeValue(s.Scope), scopeValue(o.Scope))
		same(spec("names", "kind"), s.Names.Kind, o.Names.Kind)
	}
	same(spec("group"), s.Group, o.Group)
	same(spec("names", "plural"), s.Names.Plural, o.Names.Plural)
}

// scopeValue is printed in messages like a value of the server's named string type: as JSON.
type scopeValue string
