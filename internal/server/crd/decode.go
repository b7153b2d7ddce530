package crd

import (
	"encoding/base64"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Decode reads a document as the newest server does. The flaws are what strict decoding
// would report; a CRD with a flaw of the wrong type is what was readable of it.
func Decode(doc *source.Document) (*CustomResourceDefinition, []schema.Flaw) {
	c, flaws, _ := decode(doc, nil)
	return c, flaws
}

// DecodeBy is Decode as a server does that knows some fields.
func DecodeBy(doc *source.Document, fields kube.Fields) (*CustomResourceDefinition, []schema.Flaw) {
	c, flaws, _ := decode(doc, &fields)
	return c, flaws
}

// Decode reads a document as the checker's server does.
func (ch *Checker) Decode(doc *source.Document) (*CustomResourceDefinition, []schema.Flaw) {
	return DecodeBy(doc, ch.behaviour.Fields)
}

// decode also returns whether all servers read the same.
func decode(doc *source.Document, known *kube.Fields) (c *CustomResourceDefinition, flaws []schema.Flaw, same bool) {
	d := &decoder{Decoder: &schema.Decoder{Known: known}}
	c = &CustomResourceDefinition{}
	d.Fields(doc.Root, "v1.CustomResourceDefinition", []string{"apiVersion", "kind", "metadata", "spec", "status"}, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "apiVersion":
			d.Str(v, &c.APIVersion)
		case "kind":
			d.Str(v, &c.Kind)
		case "metadata":
			d.metadata(v, &c.Metadata)
		case "spec":
			d.spec(v, &c.Spec)
		case "status":
			d.status(v, &c.Status)
		default:
			return false
		}
		return true
	})
	c.FullSchemas = !d.emptySchema
	return c, d.Flaws, !d.Versioned
}

type decoder struct {
	*schema.Decoder
	// emptySchema is what Empty comes to for the schemas alone.
	emptySchema bool
}

func (d *decoder) spec(n *yamlnode.Node, to *Spec) {
	known := []string{"group", "names", "scope", "versions", "conversion", "preserveUnknownFields"}
	d.Fields(n, "v1.CustomResourceDefinitionSpec", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "group":
			d.Str(v, &to.Group)
		case "names":
			d.names(v, &to.Names)
		case "scope":
			d.Str(v, &to.Scope)
		case "versions":
			list(d, v, "[]v1.CustomResourceDefinitionVersion", &to.Versions, d.version)
		case "conversion":
			pointer(d, v, &to.Conversion, d.conversion)
		case "preserveUnknownFields":
			d.Bool(v, &to.PreserveUnknownFields)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) names(n *yamlnode.Node, to *Names) {
	known := []string{"plural", "singular", "shortNames", "kind", "listKind", "categories"}
	d.Fields(n, "v1.CustomResourceDefinitionNames", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "plural":
			d.Str(v, &to.Plural)
		case "singular":
			d.Str(v, &to.Singular)
		case "shortNames":
			d.Strings(v, &to.ShortNames)
		case "kind":
			d.Str(v, &to.Kind)
		case "listKind":
			d.Str(v, &to.ListKind)
		case "categories":
			d.Strings(v, &to.Categories)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) version(n *yamlnode.Node, to *Version) {
	known := []string{"name", "served", "storage", "deprecated", "deprecationWarning", "schema", "subresources", "additionalPrinterColumns", "selectableFields"}
	d.Fields(n, "v1.CustomResourceDefinitionVersion", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "name":
			d.Str(v, &to.Name)
		case "served":
			d.Bool(v, &to.Served)
		case "storage":
			d.Bool(v, &to.Storage)
		case "deprecated":
			d.Bool(v, &to.Deprecated)
		case "deprecationWarning":
			d.StrPtr(v, &to.DeprecationWarning)
		case "schema":
			pointer(d, v, &to.Schema, d.validation)
		case "subresources":
			pointer(d, v, &to.Subresources, d.subresources)
		case "additionalPrinterColumns":
			list(d, v, "[]v1.CustomResourceColumnDefinition", &to.AdditionalPrinterColumns, d.column)
		case "selectableFields":
			list(d, v, "[]v1.SelectableField", &to.SelectableFields, d.selectableField)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) validation(n *yamlnode.Node, to *Validation) {
	d.Fields(n, "v1.CustomResourceValidation", []string{"openAPIV3Schema"}, func(name string, v *yamlnode.Node) bool {
		if name != "openAPIV3Schema" {
			return false
		}
		d.Empty = false // what is empty elsewhere does not count
		pointer(d, v, &to.OpenAPIV3Schema, d.Schema)
		d.emptySchema = d.emptySchema || d.Empty
		return true
	})
}

func (d *decoder) subresources(n *yamlnode.Node, to *Subresources) {
	d.Fields(n, "v1.CustomResourceSubresources", []string{"status", "scale"}, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "status":
			pointer(d, v, &to.Status, func(n *yamlnode.Node, _ *struct{}) {
				d.Fields(n, "v1.CustomResourceSubresourceStatus", nil, func(string, *yamlnode.Node) bool { return false })
			})
		case "scale":
			pointer(d, v, &to.Scale, d.scale)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) scale(n *yamlnode.Node, to *Scale) {
	known := []string{"specReplicasPath", "statusReplicasPath", "labelSelectorPath"}
	d.Fields(n, "v1.CustomResourceSubresourceScale", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "specReplicasPath":
			d.Str(v, &to.SpecReplicasPath)
		case "statusReplicasPath":
			d.Str(v, &to.StatusReplicasPath)
		case "labelSelectorPath":
			d.StrPtr(v, &to.LabelSelectorPath)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) column(n *yamlnode.Node, to *PrinterColumn) {
	known := []string{"name", "type", "format", "description", "priority", "jsonPath"}
	d.Fields(n, "v1.CustomResourceColumnDefinition", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "name":
			d.Str(v, &to.Name)
		case "type":
			d.Str(v, &to.Type)
		case "format":
			d.Str(v, &to.Format)
		case "description":
			d.Str(v, &to.Description)
		case "priority":
			d.int32(v, &to.Priority)
		case "jsonPath":
			d.Str(v, &to.JSONPath)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) selectableField(n *yamlnode.Node, to *SelectableField) {
	d.Fields(n, "v1.SelectableField", []string{"jsonPath"}, func(name string, v *yamlnode.Node) bool {
		if name != "jsonPath" {
			return false
		}
		d.Str(v, &to.JSONPath)
		return true
	})
}

func (d *decoder) conversion(n *yamlnode.Node, to *Conversion) {
	d.Fields(n, "v1.CustomResourceConversion", []string{"strategy", "webhook"}, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "strategy":
			d.Str(v, &to.Strategy)
		case "webhook":
			pointer(d, v, &to.Webhook, d.webhook)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) webhook(n *yamlnode.Node, to *Webhook) {
	d.Fields(n, "v1.WebhookConversion", []string{"clientConfig", "conversionReviewVersions"}, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "clientConfig":
			pointer(d, v, &to.ClientConfig, d.clientConfig)
		case "conversionReviewVersions":
			d.Strings(v, &to.ConversionReviewVersions)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) clientConfig(n *yamlnode.Node, to *ClientConfig) {
	d.Fields(n, "v1.WebhookClientConfig", []string{"url", "service", "caBundle"}, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "url":
			d.StrPtr(v, &to.URL)
		case "service":
			pointer(d, v, &to.Service, d.service)
		case "caBundle":
			var s string
			d.Str(v, &s)
			b, err := base64.StdEncoding.DecodeString(s)
			if err != nil {
				d.Wrong(v, "base64 text")
			}
			to.CABundle = b
		default:
			return false
		}
		return true
	})
}

func (d *decoder) service(n *yamlnode.Node, to *Service) {
	d.Fields(n, "v1.ServiceReference", []string{"namespace", "name", "path", "port"}, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "namespace":
			d.Str(v, &to.Namespace)
		case "name":
			d.Str(v, &to.Name)
		case "path":
			d.StrPtr(v, &to.Path)
		case "port":
			pointer(d, v, &to.Port, d.int32)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) status(n *yamlnode.Node, to *Status) {
	known := []string{"conditions", "acceptedNames", "storedVersions", "observedGeneration"}
	d.Fields(n, "v1.CustomResourceDefinitionStatus", known, func(name string, v *yamlnode.Node) bool {
		switch name {
		case "conditions":
			list(d, v, "[]v1.CustomResourceDefinitionCondition", &to.Conditions, d.condition)
		case "acceptedNames":
			d.names(v, &to.AcceptedNames)
		case "storedVersions":
			d.Strings(v, &to.StoredVersions)
		case "observedGeneration":
			var i int64
			d.Int(v, 64, &i)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) condition(n *yamlnode.Node, to *Condition) {
	known := []string{"type", "status", "lastTransitionTime", "reason", "message", "observedGeneration"}
	d.Fields(n, "v1.CustomResourceDefinitionCondition", known, func(name string, v *yamlnode.Node) bool {
		var s string
		switch name {
		case "type":
			d.Str(v, &to.Type)
		case "status":
			d.Str(v, &to.Status)
		case "reason", "message":
			d.Str(v, &s)
		case "lastTransitionTime":
			var t metav1.Time
			d.unmarshaler(v, &t, "v1.Time")
		case "observedGeneration":
			var i int64
			d.Int(v, 64, &i)
		default:
			return false
		}
		return true
	})
}

func (d *decoder) int32(n *yamlnode.Node, to *int32) {
	i := int64(*to)
	d.Int(n, 32, &i)
	*to = int32(i)
}

// unmarshaler reads a value of a type that knows its own JSON form.
func (d *decoder) unmarshaler(n *yamlnode.Node, to interface{ UnmarshalJSON([]byte) error }, want string) {
	b, _ := source.ToJSON(n) // source.Read leaves out what has no such form
	if err := to.UnmarshalJSON(b); err != nil {
		d.Wrong(n, want)
	}
}

// list reads a sequence of structs; a null item is an empty struct.
func list[T any](d *decoder, n *yamlnode.Node, want string, to *[]T, item func(*yamlnode.Node, *T)) {
	if d.Null(n) {
		*to = nil
		return
	}
	d.Items(n, want, func(l int) { *to = schema.Relist(*to, l) }, func(i int, n *yamlnode.Node) { item(n, &(*to)[i]) })
}

// pointer reads a value that may be absent.
func pointer[T any](d *decoder, n *yamlnode.Node, to **T, read func(*yamlnode.Node, *T)) {
	if d.Null(n) {
		*to = nil
		return
	}
	if *to == nil {
		*to = new(T)
	}
	read(n, *to)
}
