package oracle

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// warnings collects what the server would send as Warning headers: each text
// once, and none that a header can't hold.
type warnings struct {
	texts []string
}

// AddWarning implements warning.Recorder.
func (w *warnings) AddWarning(agent, text string) {
	if text == "" || slices.Contains(w.texts, text) {
		return
	}
	if _, err := utilnet.NewWarningHeader(299, agent, text); err != nil {
		return
	}
	w.texts = append(w.texts, text)
}

func apiequal(a, b any) bool { return equality.Semantic.DeepEqual(a, b) }
