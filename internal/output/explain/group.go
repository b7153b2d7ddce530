package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/text/nearest"
)

// An UnknownGroupError is the error for a resource that does not exist in the group after its name.
type UnknownGroupError struct {
	Name string
	// Behind is the text after the name: a group, or possibly the path of an unknown field.
	Behind string
	// Groups are the groups with such a resource, and Fields its fields.
	Groups, Fields []string
}

// Error returns the message with the name.
func (e *UnknownGroupError) Error() string {
	return fmt.Sprintf("%q is neither a group with the resource %q nor a field of it", e.Behind, e.Name)
}

// suggestion returns the text with the most similar group instead of a misspelt one, or "".
func (e *UnknownGroupError) suggestion() string {
	for _, group := range e.Groups {
		if begin, rest, ok := e.slip(group); ok && nearest.Name(begin, []string{group}) != "" {
			return e.Name + "." + group + rest
		}
	}
	return ""
}

// slip splits Behind after as many labels as a group has.
func (e *UnknownGroupError) slip(group string) (begin, rest string, ok bool) {
	end := 0
	for range strings.Count(group, ".") + 1 {
		if end == len(e.Behind) {
			return "", "", false
		}
		if next := strings.IndexByte(e.Behind[end+1:], '.'); next >= 0 {
			end += 1 + next
		} else {
			end = len(e.Behind)
		}
	}
	return e.Behind[:end], e.Behind[end:], true
}

// wrongGroup returns the error for text after a name that is no field of the resource and probably meant as a
// group: it is similar to one, or has several labels and is similar to no field.
func (s *Resources) wrongGroup(text, apiVersion string, r *resource.Resource, steps []string) error {
	if len(steps) == 0 {
		return nil
	}
	fields := s.fieldsOf(r)
	if slices.Contains(fields, steps[0]) || slices.Contains([]string{"spec", "status"}, steps[0]) {
		return nil
	}
	name, behind, _ := strings.Cut(text, ".")
	e := &UnknownGroupError{Name: name, Behind: behind, Fields: fields}
	for r := range s.named(name) {
		e.Groups = append(e.Groups, r.Group)
	}
	slices.Sort(e.Groups)
	e.Groups = slices.Compact(e.Groups)
	if strings.Contains(apiVersion, "/") && slices.ContainsFunc(e.Groups, func(group string) bool { return strings.HasPrefix(behind+".", group+".") }) {
		return fmt.Errorf("--api-version %q is of another group than %q; leave one of them out", apiVersion, text)
	}
	if e.suggestion() == "" && (len(steps) == 1 || nearest.Name(steps[0], fields) != "") {
		return nil
	}
	return e
}

// fieldsOf returns the fields that all resources have, and those of the resource's schema.
func (s *Resources) fieldsOf(r *resource.Resource) []string {
	fields := []string{"apiVersion", "kind", "metadata"}
	for _, c := range s.crds {
		if c.Spec.Group != r.Group || c.Spec.Names.Plural != r.Plural {
			continue
		}
		for i := range c.Spec.Versions {
			if v := &c.Spec.Versions[i]; v.Name == r.Version && v.OpenAPISchema() != nil {
				for _, p := range v.OpenAPISchema().Properties.All() {
					fields = append(fields, p.Name)
				}
			}
		}
		break
	}
	slices.Sort(fields)
	return slices.Compact(fields)
}
