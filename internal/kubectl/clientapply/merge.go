package clientapply

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/mergepatch"

	"github.com/crdtool/crdtool/internal/text/code"
)

// ThreeWay returns the patch that makes of the live object what the manifest says: what
// the manifest adds and changes, and null for what was applied last and is not in it
// any more. Numbers are compared as float64: of integers beyond 2^53 those that differ by
// little are the same, and stay as they are.
func ThreeWay(original, modified, live []byte) ([]byte, *Note) {
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(original, modified, live,
		mergepatch.RequireKeyUnchanged("apiVersion"), mergepatch.RequireKeyUnchanged("kind"),
		mergepatch.RequireMetadataKeyUnchanged("name"))
	if err == nil {
		return patch, nil
	}
	n := &Note{Code: code.KubectlIdentityChanged, Facts: map[string]string{"problem": err.Error()}}
	if !isObject(original) {
		n.Code = code.KubectlLastAppliedBroken
	}
	n.while = []step{{code.Comparing, map[string]string{
		"original": string(original), "modified": string(modified), "current": string(live)}}}
	return nil, n
}

// isObject reports whether a text can be what was applied last. Nothing at all can.
func isObject(text []byte) bool {
	var object map[string]any
	return len(text) == 0 || json.Unmarshal(text, &object) == nil
}
