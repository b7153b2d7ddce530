package jsonsize

const (
	// AnnotationsLimit is the largest total size of the annotations of an object, names
	// and values: TotalAnnotationSizeLimitB of k8s.io/apimachinery.
	AnnotationsLimit = 256 * 1024
	lastApplied      = "kubectl.kubernetes.io/last-applied-configuration"
)

// Annotations is how long the annotations are that an object has once it was applied by
// kubectl without --server-side, which adds the whole document to those that it has. Size is
// the document's as JSON.
func Annotations(size int, have map[string]string) int {
	size += len(lastApplied) + len("\n")
	for name, value := range have {
		if name != lastApplied {
			size += len(name) + len(value)
		}
	}
	if old, ok := have[lastApplied]; ok {
		size -= Text(lastApplied) + len(":") + Text(old)
	}
	if len(have) == 0 {
		size += len(`"annotations":{},`) // kubectl writes it there
	}
	return size
}
