package describe

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/lsp/shape"
	"github.com/crdtool/crdtool/kube"
)

// Kind returns the hover text of apiVersion or kind of an object.
func Kind(k *shape.Kind) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** · `%s`", Text(k.Kind), code(k.APIVersion()))
	if k.Deprecated {
		b.WriteString(" · **deprecated**")
	}
	if !k.Served {
		b.WriteString(" · **not served**")
	}
	b.WriteString("\n\n")
	if k.Schema != nil {
		if text := Text(cut(k.Schema.Description, 10)); text != "" {
			b.WriteString(text + "\n\n")
		}
	}
	if k.Warning != "" {
		fmt.Fprintf(&b, "- the server warns: %s\n", Text(short(k.Warning, 200)))
	}
	if k.CRD != nil {
		var versions []string
		for i := range k.CRD.Spec.Versions {
			v := &k.CRD.Spec.Versions[i]
			about := "`" + code(v.Name) + "`"
			switch {
			case v.Storage:
				about += " (stored)"
			case !v.Served:
				about += " (not served)"
			case v.Deprecated:
				about += " (deprecated)"
			}
			versions = append(versions, about)
		}
		fmt.Fprintf(&b, "- versions: %s\n", strings.Join(versions, ", "))
		fmt.Fprintf(&b, "- scope: %s\n", Text(k.CRD.Spec.Scope))
		fmt.Fprintf(&b, "- CRD: `%s` in `%s`\n", code(k.CRD.Metadata.Name), code(k.File))
	}
	return limit(b.String())
}

// Keyword returns the hover text of a keyword of schemas; "" if there is no such keyword.
func Keyword(name string) string {
	k := shape.KeywordNamed(name)
	if k == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** · keyword of schemas\n\n%s\n\n", name, k.Does)
	if k.Types != nil {
		fmt.Fprintf(&b, "- for values of type %s\n", strings.Join(k.Types, " or "))
	}
	if k.Outside {
		b.WriteString("- not allowed inside of allOf, anyOf, oneOf and not\n")
	}
	return limit(b.String())
}

// CRDField returns the line about the versions of Kubernetes that use a field of CRDs; "" if all versions that crdtool
// knows do.
func CRDField(name string) string {
	since := behaviour.UsedSince(name)
	oldest := kube.Versions()[0]
	if since.Minor <= oldest.Minor {
		return ""
	}
	return fmt.Sprintf("used from Kubernetes %s on", since)
}

// Rule returns the hover text of a lint rule; "" if there is no such rule.
func Rule(id string) string {
	r := rules.FindDocumented(id)
	if r == nil {
		return ""
	}
	var b strings.Builder
	// Titles and reasons are Markdown of crdtool's own.
	fmt.Fprintf(&b, "**%s** · %s\n\n%s\n", r.ID, severity(r), r.Title)
	if r.Why != "" {
		b.WriteString("\n" + strings.TrimSpace(r.Why) + "\n")
	}
	return limit(b.String())
}

func severity(r *rules.Rule) string {
	text := fmt.Sprint(r.Severity)
	if r.Fixable {
		text += " · can be fixed"
	}
	return text
}
