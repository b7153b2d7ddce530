package validate

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// MetaBefore changes a finding of the newest server about metadata to that of a server with other checks: its type,
// path, value and detail.
func MetaBefore(f *finding.Finding, c behaviour.Checks) {
	if c.OwnerReferencesByIndex {
		return
	}
	field, item := f.Path, f.Path
	name := ""
	if segments := f.Path.Segments(); len(segments) > 0 && !segments[len(segments)-1].IsIndex {
		item, name = f.Path.Parent(), segments[len(segments)-1].Name
	}
	list := item.Parent()
	switch text := list.Server(); {
	case strings.HasSuffix(text, "metadata.ownerReferences"):
		ownerBefore(f, name)
		f.Path = list.At(item)
		if name != "" {
			f.Path = list.Child(name).At(field)
		}
	case strings.HasSuffix(text, "metadata.managedFields") && name == "operation":
		invalid(f, "must be `Apply` or `Update`")
	}
}

// ownerBefore changes a finding about a field of an owner, or about the whole owner.
func ownerBefore(f *finding.Finding, name string) {
	switch name {
	case "apiVersion":
		invalid(f, "version must not be empty")
	case "kind", "name", "uid":
		invalid(f, "must not be empty")
	}
}

func invalid(f *finding.Finding, detail string) {
	if f.Type == field.ErrorTypeRequired {
		f.Value = ""
	}
	f.Type, f.Detail = field.ErrorTypeInvalid, detail
}
