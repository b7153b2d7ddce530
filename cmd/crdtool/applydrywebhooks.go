package main

import (
	"fmt"
	"slices"

	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// webhooksCalled counts the refused objects that mutating webhooks might change before validation.
type webhooksCalled struct {
	objects int
	names   []string
}

func (w *webhooksCalled) add(r *report.Result) {
	if len(r.Webhooks) == 0 {
		return
	}
	w.objects++
	for _, name := range r.Webhooks {
		if len(w.names) < 4 && !slices.Contains(w.names, name) {
			w.names = append(w.names, name)
		}
	}
}

// lines returns the note that a cluster may accept them.
func (w *webhooksCalled) lines() []string {
	if w.objects == 0 {
		return nil
	}
	objects, them := "1 refused object", "it"
	if w.objects > 1 {
		objects, them = fmt.Sprintf("%d refused objects", w.objects), "them"
	}
	webhooks := "the mutating webhook "
	if len(w.names) > 1 {
		webhooks = "the mutating webhooks "
	}
	return []string{render.Escape(fmt.Sprintf("%s may be accepted by a cluster: before it validates %s, it calls %s%s, which may change %s; crdtool does not",
		objects, them, webhooks, prose.And(w.names), them))}
}
