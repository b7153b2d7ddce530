package oracle

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const kind = "CustomResourceDefinition"

// decode reads a request's body as the server's handlers do: by the serializer
// of its content type, into the internal type, with defaults filled in. The
// warnings are those of fieldValidation=Warn.
func (o *Oracle) decode(body []byte, isJSON bool, fieldValidation string) (crd *apiextensions.CustomResourceDefinition, warnings []string, err error) {
	s := o.yaml
	if isJSON {
		s = o.json
	}
	serializer := s.Serializer
	if fieldValidation != "Ignore" {
		serializer = s.StrictSerializer
	}
	decoder := apiserver.Codecs.DecoderToVersion(serializer, apiextensions.SchemeGroupVersion)

	defaultKind := v1.SchemeGroupVersion.WithKind(kind)
	obj, gvk, err := decoder.Decode(body, &defaultKind, new(apiextensions.CustomResourceDefinition))
	if err != nil {
		strict, isStrict := runtime.AsStrictDecodingError(err)
		if !isStrict || obj == nil || fieldValidation != "Warn" {
			return nil, nil, refused(err, gvk, body)
		}
		for _, e := range strict.Errors() {
			warnings = append(warnings, strictWarnings(e.Error())...)
		}
	}
	if gv := gvk.GroupVersion(); gv != v1.SchemeGroupVersion {
		return nil, nil, apierrors.NewBadRequest(fmt.Sprintf("the API version in the data (%s) does not match the expected API version (%s)", gv, v1.SchemeGroupVersion))
	}
	crd, ok := obj.(*apiextensions.CustomResourceDefinition)
	if !ok {
		return nil, nil, errors.New("decoded to something else than a CustomResourceDefinition")
	}
	return crd, warnings, nil
}

// refused is the server's 400 to a body that does not decode.
func refused(err error, gvk *schema.GroupVersionKind, body []byte) error {
	if gvk != nil && gvk.Kind != "" {
		return apierrors.NewBadRequest(fmt.Sprintf("%s in version %q cannot be handled as a %s: %v", gvk.Kind, gvk.Version, kind, err))
	}
	return apierrors.NewBadRequest(fmt.Sprintf("the object provided is unrecognized (must be of type %s): %v (%s)", kind, err, beginning(body)))
}

// beginning shows the first bytes of a body: as text if it looks like JSON, else
// in hexadecimal.
func beginning(body []byte) string {
	const most = 30
	shown, more := body, ""
	if len(body) > most {
		shown, more = body[:most], " ..."
	}
	switch {
	case len(body) == 0:
		return "<empty>"
	case body[0] == '{':
		return string(shown) + more
	default:
		return hex.EncodeToString(shown) + more
	}
}

// strictWarnings splits the error of the YAML reader, which holds a line for
// each key that stands twice.
func strictWarnings(message string) []string {
	for _, prefix := range []string{
		"error converting YAML to JSON: yaml: unmarshal errors:\n",
		"yaml: unmarshal errors:\n",
	} {
		lines, ok := strings.CutPrefix(message, prefix)
		if !ok {
			continue
		}
		var warnings []string
		for line := range strings.SplitSeq(lines, "\n") {
			warnings = append(warnings, strings.TrimSpace(line))
		}
		return warnings
	}
	return []string{message}
}
