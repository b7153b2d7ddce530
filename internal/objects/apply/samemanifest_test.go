package apply_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestSameManifest: kubectl makes no request for what is in the cluster as it is, so that nothing
// refuses it, be it wrong, and on servers that forgive nothing. That the manifest leaves out its
// namespace makes no difference.
func TestSameManifest(t *testing.T) {
	const spec = "spec: {replicas: text}\n"
	for _, metadata := range []string{"{name: a, namespace: default}", "{name: a}"} {
		object := source.Read("object.yaml", []byte("apiVersion: example.com/v1\nkind: Gadget\nmetadata: "+metadata+"\n"+spec))
		for _, version := range []kube.Version{kube.Latest, {Minor: 28}} {
			crds := apply.NewCRDs(version, false)
			crds.Add(source.Read("crd.yaml", []byte(gadgets)))
			live := apply.NewLive(crds, "")
			if err := live.Add(object); err != nil {
				t.Fatal(err)
			}
			r := apply.New(crds, apply.RunOptions{Live: live, Command: apply.Command{Verb: apply.VerbApply}}).File(object)
			if len(r.Results) != 1 || r.Results[0].Verdict != report.Unchanged || len(r.Results[0].Findings) > 0 {
				t.Errorf("metadata %s, Kubernetes %v: %+v", metadata, version, r)
			}
		}
	}
}
