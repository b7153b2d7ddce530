package clientapply

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/crdtool/crdtool/internal/text/code"
)

func quote(s string) string { return strconv.Quote(s) }

// ReadJSON decodes the first document of a manifest, YAML or JSON, as kubectl does. It returns JSON, compact if the
// manifest was YAML, and nil if all documents are empty.
func ReadJSON(text []byte) ([]byte, error) {
	d := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 4096)
	for {
		var doc runtime.RawExtension
		if err := d.Decode(&doc); errors.Is(err, io.EOF) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
		if raw := bytes.TrimSpace(doc.Raw); len(raw) > 0 && string(raw) != "null" {
			return raw, nil
		}
	}
}

// Unreadable returns kubectl's error about a manifest for which ReadJSON returned an error.
func Unreadable(err error, o Options) *Note {
	return &Note{Code: code.KubectlSyntax, Facts: map[string]string{"source": o.Source, "problem": err.Error()}}
}

// Identify returns the kind of a manifest and its version, or kubectl's error about the manifest.
func Identify(text []byte, o Options) (schema.GroupVersionKind, *Note) {
	if n := checkTypeMeta(text, o); n != nil {
		return schema.GroupVersionKind{}, n
	}
	u, n := decode(text, o)
	if n != nil {
		return schema.GroupVersionKind{}, n
	}
	return u.GroupVersionKind(), nil
}

// NoCRD returns kubectl's error about a manifest whose kind the server does not serve.
func NoCRD(text []byte, o Options) *Note {
	u, n := decode(text, o)
	if n != nil {
		return n
	}
	return &Note{Code: code.KubectlNoCRD, Facts: map[string]string{"source": o.Source, "name": u.GetName(),
		"namespace": u.GetNamespace(), "kind": u.GetKind(), "apiVersion": u.GetAPIVersion()}}
}

// checkTypeMeta returns kubectl's error about apiVersion and kind, which it checks first, unless validation is off.
func checkTypeMeta(text []byte, o Options) *Note {
	if o.Validation == metav1.FieldValidationIgnore {
		return nil
	}
	var value any
	var problems []string
	if err := json.Unmarshal(text, &value); err != nil {
		problems = append(problems, err.Error())
	} else if object, ok := value.(map[string]any); !ok {
		problems = append(problems, "invalid object to validate")
	} else {
		for _, key := range [...]string{"apiVersion", "kind"} {
			switch v := object[key].(type) {
			case nil:
				problems = append(problems, key+" not set")
			case string:
				if key == "apiVersion" {
					if _, err := schema.ParseGroupVersion(v); err != nil {
						problems = append(problems, err.Error())
					}
				}
			default:
				problems = append(problems, key+" isn't string type")
			}
		}
	}
	if len(problems) == 0 {
		return nil
	}
	problem := problems[0]
	if len(problems) > 1 {
		problem = "[" + strings.Join(problems, ", ") + "]"
	}
	return &Note{Code: code.KubectlTypeMeta, Facts: map[string]string{"source": o.Source, "problem": problem}}
}

// decode decodes a manifest. Besides the object, kubectl decodes its metadata into Go types.
func decode(text []byte, o Options) (*unstructured.Unstructured, *Note) {
	refuse := func(err error) (*unstructured.Unstructured, *Note) {
		return nil, &Note{Code: code.KubectlMetadataType, Facts: map[string]string{"source": o.Source, "problem": err.Error()}}
	}
	object, _, err := unstructured.UnstructuredJSONScheme.Decode(text, nil, nil)
	switch {
	case runtime.IsMissingKind(err): // also without an apiVersion
		return nil, &Note{Code: code.KubectlKindMissing, Facts: map[string]string{"source": o.Source, "text": string(text)}}
	case err != nil:
		return refuse(err)
	}
	u, ok := object.(*unstructured.Unstructured)
	if !ok { // it has items; the caller splits lists
		u = &unstructured.Unstructured{}
		if err := utiljson.Unmarshal(text, &u.Object); err != nil {
			return refuse(err)
		}
	}
	var typed metadataOnlyObject
	if err := utiljson.Unmarshal(text, &typed); err != nil {
		return refuse(err)
	}
	return u, nil
}

// metadataOnlyObject has the types into which kubectl decodes a manifest. Error messages contain its name.
type metadataOnlyObject struct {
	metav1.TypeMeta   `json:""`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// encode encodes an object as kubectl does: with sorted keys, in one line that ends with a line break.
func encode(u *unstructured.Unstructured) []byte {
	text, err := json.Marshal(u.Object)
	if err != nil {
		// An object that was decoded from JSON can be encoded.
		panic(err)
	}
	return append(text, '\n')
}
