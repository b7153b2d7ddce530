package jsonsize

const (
	// AnnotationsLimit is the largest total size of the annotations of an object, names
	// and values: TotalAnnotationSizeLimitB of k8s.io/apimachinery.
	AnnotationsLimit = 256 * 1024
	lastApplied      = "kubectl.kubernetes.io/last-applied-configuration"
)

// Annotations returns the total size of an object's annotations after kubectl apply without --server-side, which
// adds the whole document to the annotations in have. size is the size of the document as JSON.
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
		size += len(`"annotations":{},`) // kubectl adds it
	}
	return size
}
