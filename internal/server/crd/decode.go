package crd

import (
	"cmp"
	"encoding/base64"
	"reflect"
	"slices"
	"strings"
	"sync"

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
	d.value(doc.Root, reflect.ValueOf(c).Elem())
	c.FullSchemas = !d.emptySchema
	c.Metadata.SetSelfLink("") // servers ignore it
	return c, d.Flaws, !d.Versioned
}

type decoder struct {
	*schema.Decoder
	// emptySchema is what Empty comes to for the schemas alone.
	emptySchema bool
}

// structType describes a struct to the decoder.
type structType struct {
	// name is that of the server's type, which its messages have.
	name string
	// fields are the names in JSON; indices are where they are in the struct.
	fields  []string
	indices []int
}

// structTypes describes all structs of a CRD but those of its schemas.
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

// value decodes a value as encoding/json does, but for what the server decodes in another way. A null
// leaves structs and scalars as they are.
func (d *decoder) value(n *yamlnode.Node, to reflect.Value) {
	switch to := to.Addr().Interface().(type) {
	case **schema.Schema:
		d.schema(n, to)
		return
	case *metav1.Time:
		text, _ := source.ToJSON(n) // source.Read leaves out what has no such form
		if err := to.UnmarshalJSON(text); err != nil {
			d.Wrong(n, "v1.Time")
		}
		return
	case **metav1.FieldsV1: // the server writes its own
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

// reference decodes a value that a null removes.
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
			// A repeated field of JSON is decoded over the items of the first.
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
	d.Empty = false // what is empty elsewhere does not count
	if d.Null(n) {
		*to = nil
	} else {
		*to = cmp.Or(*to, new(schema.Schema))
		d.Schema(n, *to)
	}
	d.emptySchema = d.emptySchema || d.Empty
}
