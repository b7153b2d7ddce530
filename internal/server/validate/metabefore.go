package validate

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/kube"
)

// MetaBefore turns a finding about metadata, as the newest server has it, into that of
// a server with other checks: of its type, at its path, with its value and detail.
func MetaBefore(f *finding.Finding, c kube.Checks) {
	if c.OwnerReferencesByIndex {
		return
	}
	field, item := f.Path, f.Path
	name := ""
	if way := f.Path.Segments(); len(way) > 0 && !way[len(way)-1].IsIndex {
		item, name = f.Path.Parent(), way[len(way)-1].Name
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

// ownerBefore is about a field of an owner, or the owner as a whole.
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
