package others

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// conditions returns the lists with .conditions in their place that differ from metav1.Condition. The tool does
// not name the list with wrong properties, so the lists of a version count as one.
func conditions(c *crd.CustomResourceDefinition, _ *crd.Answer) []flaw {
	var all []flaw
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		each(v, versionPath(i), fieldsOnly, func(n *node) {
			if n.Type != "array" || !strings.Contains(n.field, ".conditions") {
				return
			}
			add := func(place, keyword, message string) {
				all = append(all, flaw{Verdict{
					Check: "ConditionsMustHaveProperSSATags", Severity: finding.Error, Version: v.Name, Place: place, Keyword: keyword, Message: message, New: n.path,
				}, v.Name + message})
			}
			for _, wrong := range conditionFlaws(n.Schema) {
				add("^.status.condition", "items", wrong)
			}
			if n.XListType() == nil || *n.XListType() != "map" {
				add(n.field, "x-kubernetes-list-type", n.field+" is not x-kubernetes-list-type: map")
			}
			if len(n.XListMapKeys()) != 1 || n.XListMapKeys()[0] != "type" {
				add(n.field, "x-kubernetes-list-map-keys", n.field+" is not x-kubernetes-list-map-keys: [type]")
			}
		})
	}
	return all
}

// The patterns of metav1.Condition.
const (
	reasonPattern = `^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
	typePattern   = `^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
)

// conditionFlaws describes how the items of a list differ from metav1.Condition. The tool crashes if a limit is
// missing; here that is a flaw.
func conditionFlaws(list *schema.Schema) []string {
	items := list.ItemSchema()
	if items == nil {
		return []string{"conditions have no items"}
	}
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for _, name := range []string{"type", "reason", "status", "lastTransitionTime", "observedGeneration", "message"} {
		if items.Property(name) == nil {
			add("conditions have no %s", name)
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	pattern := func(name, want string) {
		if items.Property(name).Pattern != want {
			add("the %s of conditions has another pattern than %s", name, want)
		}
	}
	length := func(name string, want int64) {
		if is := items.Property(name).MaxLength; is == nil || *is != want {
			add("the %s of conditions has not maxLength: %d", name, want)
		}
	}
	pattern("type", typePattern)
	length("type", 316)
	pattern("reason", reasonPattern)
	length("reason", 1024)
	values := texts(items.Property("status").Enum)
	if len(values) != 3 {
		add("the status of conditions has not three values")
	}
	for _, gone := range without([]string{`"True"`, `"False"`, `"Unknown"`}, values) {
		add("the status of conditions cannot be %s", gone)
	}
	if is := items.Property("observedGeneration").Minimum; is == nil || *is != 0 {
		add("the observedGeneration of conditions has not minimum: 0")
	}
	at := items.Property("lastTransitionTime")
	if at.Type != "string" {
		add("the lastTransitionTime of conditions is no string")
	}
	if at.Format != "date-time" {
		add("the lastTransitionTime of conditions has not format: date-time")
	}
	length("message", 32768)
	return wrong
}
