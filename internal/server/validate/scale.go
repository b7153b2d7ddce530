package validate

import (
	"fmt"
	"math"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Replicas checks the value at a path of replicas, such as ".spec.replicas", as ValidateScaleSpec and
// ValidateScaleStatus of pkg/registry/customresource do: it must be absent, or an int32 that is not negative.
func Replicas(object map[string]any, path string) finding.List {
	replicas, _, err := unstructured.NestedInt64(object, SplitPath(path)...)
	detail := ""
	switch {
	case err != nil:
		detail = err.Error()
	case replicas < 0:
		detail = "should be a non-negative integer"
	case replicas > math.MaxInt32:
		detail = fmt.Sprintf("should be less than or equal to %v", math.MaxInt32)
	default:
		return nil
	}
	return finding.List{finding.Invalid(code.ObjectScale, scalePath(path), replicas, detail)}
}

// LabelSelector checks the value at the path of the label selector: it must be absent, or a string.
func LabelSelector(object map[string]any, path string) finding.List {
	selector, _, err := unstructured.NestedString(object, SplitPath(path)...)
	if err == nil {
		return nil
	}
	return finding.List{finding.Invalid(code.ObjectScale, scalePath(path), selector, err.Error())}
}

// SplitPath splits the path of a scale subresource into field names.
func SplitPath(path string) []string { return strings.Split(strings.TrimPrefix(path, "."), ".") }

// scalePath returns a path that is printed as in the CRD, with its leading dot.
func scalePath(path string) *finding.Path {
	return finding.Root(path).At(finding.Root(SplitPath(path)...))
}
