package crd

import (
	"cmp"
	"encoding/base64"
	"reflect"
	"slices"
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/schema"
)

// Decode decodes a document as the newest server does. The flaws are the errors of strict decoding. A field whose value
// has the wrong type is not set.
func Decode(doc *source.Document) (*CustomResourceDefinition, []yamldecode.Flaw) {
	c, flaws, _ := decode(doc, nil)
	return c, flaws
}

// DecodeBy decodes a document as a server does that knows the given fields.
func DecodeBy(doc *source.Document, fields behaviour.Fields) (*CustomResourceDefinition, []yamldecode.Flaw) {
	c, flaws, _ := decode(doc, &fields)
	return c, flaws
}

// Decode decodes a document as the checker's server does.
func (ch *Checker) Decode(doc *source.Document) (*CustomResourceDefinition, []yamldecode.Flaw) {
	return DecodeBy(doc, ch.behaviour.Fields)
}

// decode also reports whether all servers decode the document to the same CRD.
func decode(doc *source.Document, known *behaviour.Fields) (c *CustomResourceDefinition, flaws []yamldecode.Flaw, same bool) {
	d := &decoder{Decoder: &yamldecode.Decoder{Known: known}}
	c = &CustomResourceDefinition{}
	d.value(doc.Root, reflect.ValueOf(c).Elem())
	c.FullSchemas = !d.emptySchema
	c.Metadata.SetSelfLink("") // servers ignore it
	if doc.DerivedFrom != nil {
		d.Flaws = definedFlaws(doc.DerivedFrom, d.Flaws)
	}
	return c, d.Flaws, !d.Versioned
}

type decoder struct {
	*yamldecode.Decoder
	// emptySchema reports whether any schema had an empty value (Decoder.Empty).
	emptySchema bool
}

// structType describes a struct to the decoder.
type structType struct {
	// name is the name of the server's type in its error messages.
	name string
	// fields are the names in JSON, indices the indices of the fields in the struct.
	fields  []string
	indices []int
}

// structTypes returns the descriptions of all structs of a CRD, except schemas.
var structTypes = sync.OnceValue(func() map[reflect.Type]*structType {
	all := map[reflect.Type]*structType{}
	for name, of := range map[string]any{
		"CustomResourceDefinition":          CustomResourceDefinition{},
		"CustomResourceDefinitionSpec":      Spec{},
		"CustomResourceDefinitionNames":     Names{},
		"CustomResourceDefinitionVersion":   Version{},
		"CustomResourceValidation":          Validation{},
		"CustomResourceSubresources":        Subresources{},
		"CustomResourceSubresourceStatus":   struct{}{},
		"CustomResourceSubresourceScale":    Scale{},
		"CustomResourceColumnDefinition":    PrinterColumn{},
		"SelectableField":                   SelectableField{},
		"CustomResourceConversion":          Conversion{},
		"WebhookConversion":                 Webhook{},
		"WebhookClientConfig":               ClientConfig{},
		"ServiceReference":                  Service{},
		"CustomResourceDefinitionStatus":    Status{},
		"CustomResourceDefinitionCondition": Condition{},
		"ObjectMeta":                        metav1.ObjectMeta{},
		"OwnerReference":                    metav1.OwnerReference{},
		"ManagedFieldsEntry":                metav1.ManagedFieldsEntry{},
	} {
		t := &structType{name: "v1." + name}
		for i := range reflect.TypeOf(of).NumField() {
			tag := reflect.TypeOf(of).Field(i).Tag
			if field, _, _ := strings.Cut(cmp.Or(tag.Get("field"), tag.Get("json")), ","); field != "" {
				t.fields, t.indices = append(t.fields, field), append(t.indices, i)
			}
		}
		all[reflect.TypeOf(of)] = t
	}
	return all
})

func serverType(t reflect.Type) string {
	switch of := structTypes()[t]; {
	case of != nil:
		return of.name
	case t.Kind() == reflect.Slice:
		return "[]" + serverType(t.Elem())
	}
	return t.String()
}

// value decodes a value as encoding/json does, except for types that the server decodes by their own methods. A null
// does not change structs and scalars.
func (d *decoder) value(n *yamlnode.Node, to reflect.Value) {
	switch to := to.Addr().Interface().(type) {
	case **schema.Schema:
		d.schema(n, to)
		return
	case *metav1.Time:
		text, _ := source.ToJSON(n) // source.Read removes values that JSON cannot represent
		if err := to.UnmarshalJSON(text); err != nil {
			d.Wrong(n, "v1.Time")
		}
		return
	case **metav1.FieldsV1: // the server replaces managedFields with its own
		d.Repeated(n)
		return
	case *[]byte:
		var text string
		var err error
		d.Str(n, &text)
		if *to, err = base64.StdEncoding.DecodeString(text); err != nil {
			d.Wrong(n, "base64 text")
		}
		return
	}
	switch to.Kind() {
	case reflect.String:
		text := to.String()
		d.Str(n, &text)
		to.SetString(text)
	case reflect.Bool:
		is := to.Bool()
		d.Bool(n, &is)
		to.SetBool(is)
	case reflect.Int32, reflect.Int64:
		i := to.Int()
		d.Int(n, to.Type().Bits(), &i)
		to.SetInt(i)
	case reflect.Struct:
		d.object(n, to)
	default:
		d.reference(n, to)
	}
}

// reference decodes a pointer, a slice or a map, which null removes.
func (d *decoder) reference(n *yamlnode.Node, to reflect.Value) {
	if d.Null(n) {
		to.SetZero()
		return
	}
	switch to.Kind() {
	case reflect.Pointer:
		if to.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
		}
		d.value(n, to.Elem())
	case reflect.Slice:
		resize := func(length int) {
			// encoding/json decodes a repeated field over the items of the first one.
			longer := reflect.MakeSlice(to.Type(), length, length)
			reflect.Copy(longer, to)
			to.Set(longer)
		}
		d.Items(n, serverType(to.Type()), resize, func(i int, n *yamlnode.Node) { d.value(n, to.Index(i)) })
	case reflect.Map:
		if to.IsNil() {
			to.Set(reflect.MakeMap(to.Type()))
		}
		d.Fields(n, serverType(to.Type()), nil, func(name string, v *yamlnode.Node) bool {
			item := reflect.New(to.Type().Elem()).Elem()
			d.value(v, item)
			to.SetMapIndex(reflect.ValueOf(name), item)
			return true
		})
	}
}

// object decodes the fields of a struct that have a name in JSON.
func (d *decoder) object(n *yamlnode.Node, to reflect.Value) {
	of := structTypes()[to.Type()]
	d.Fields(n, of.name, of.fields, func(name string, v *yamlnode.Node) bool {
		i := slices.Index(of.fields, name)
		if i >= 0 {
			d.value(v, to.Field(of.indices[i]))
		}
		return i >= 0
	})
}

// schema decodes the schema of a version.
func (d *decoder) schema(n *yamlnode.Node, to **schema.Schema) {
	d.Empty = false // empty values outside of schemas do not count
	if d.Null(n) {
		*to = nil
	} else {
		*to, _ = schema.FromValue(yamldecode.Node{Node: n, By: d.Decoder, Over: *to}) // d notes its errors
	}
	d.emptySchema = d.emptySchema || d.Empty
}
