package explain

import (
	"errors"
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/text/nearest"
)

// Suggest adds the most similar name, or the existing names, to an error of Find or Write about an unknown name.
// It returns other errors unchanged.
func Suggest(err error) error {
	var kind *UnknownKindError
	var group *UnknownGroupError
	var field *UnknownFieldError
	switch {
	case errors.As(err, &kind):
		if near := nearest.Name(kind.Name, kind.Known); near != "" {
			return fmt.Errorf("%w; did you mean %q?", err, near)
		}
		return fmt.Errorf("%w; the kinds are %s", err, first(kind.Kinds))
	case errors.As(err, &group):
		if near := group.suggestion(); near != "" {
			return fmt.Errorf("%w; did you mean %q?", err, near)
		}
		return fmt.Errorf("%w; %s, the fields are %s", err, groups(group.Groups), first(group.Fields))
	case errors.As(err, &field):
		if near := nearest.Name(field.Field, field.Known); near != "" {
			return fmt.Errorf("%w; did you mean %q?", err, strings.TrimPrefix(field.In+"."+near, "."))
		}
		if len(field.Known) == 0 {
			return fmt.Errorf("%w, which has no fields", err)
		}
		return fmt.Errorf("%w; the fields are %s", err, first(field.Known))
	}
	return err
}

// groups lists the groups of a resource.
func groups(names []string) string {
	if len(names) == 1 {
		return "the group is " + names[0]
	}
	return "the groups are " + first(names)
}

// first lists at most eight names and counts the rest.
func first(names []string) string {
	const few = 8
	if len(names) > few {
		return strings.Join(names[:few], ", ") + fmt.Sprintf(" and %d more", len(names)-few)
	}
	return strings.Join(names, ", ")
}
