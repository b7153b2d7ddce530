package dryrun

import (
	"errors"
	"fmt"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Loss is a value that an object loses in a conversion to another version.
type Loss struct {
	At    *finding.Path
	Value any
	// Version is the version that does not have the field.
	Version string
	// Null reports that the value is null, in a field that is not nullable in that version.
	Null bool
}

// ErrWebhook is the error of a conversion that a webhook makes.
var ErrWebhook = errors.New("a webhook converts between the versions, and only that knows what comes out")

// ErrNotServed is the error for a version that a CRD does not have or does not serve.
var ErrNotServed = errors.New("is not served")

// ConvertTo returns the response to a GET at a version for an object that was created at its own version. The object is
// stored at the storage version, so that it loses fields that any of the three versions does not have. ConvertTo does
// not validate the object.
func (r *Resource) ConvertTo(o Object, version string) (converted map[string]any, lost []Loss, err error) {
	u, ok := o.copy()
	if !ok {
		return nil, nil, errors.New("the object is not a JSON object")
	}
	from, to := r.versionOf(u), r.versions[version]
	if to == nil || !to.served {
		return nil, nil, fmt.Errorf("version %q of %s %w", version, r.groupResource(), ErrNotServed)
	}
	if from == nil || !from.served {
		return nil, nil, fmt.Errorf("its own version of %s %w", r.groupResource(), ErrNotServed)
	}
	if r.webhook && from != to {
		return nil, nil, ErrWebhook
	}
	note := func(t *trace, version string) {
		for _, e := range t.entries {
			if e.Action == Pruned || e.Action == Lost || e.Stage == Nulls {
				lost = append(lost, Loss{e.At, e.Value, version, e.Value == nil})
			}
		}
	}
	var own, stored, read trace
	if _, err := r.coerce(u, coercion{}, &own); err != nil {
		return nil, nil, err
	}
	note(&own, from.name)
	r.applyDefaults(u, nil)
	if u, err = r.toStorage(u, &stored); err != nil {
		return nil, nil, err
	}
	note(&stored, r.storage.name)
	if u, err = r.fromStorage(u, to, &read); err != nil {
		return nil, nil, err
	}
	note(&read, to.name)
	return u, lost, nil
}
