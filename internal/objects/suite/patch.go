package suite

import (
	"encoding/json"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// patched returns an object after JSON patches (RFC 6902).
func patched(object map[string]any, patches []map[string]any) (changed map[string]any, err error) {
	text, err := json.Marshal(patches)
	if err != nil {
		return nil, err
	}
	operations, err := jsonpatch.DecodePatch(text)
	if err != nil {
		return nil, err
	}
	if text, err = json.Marshal(object); err != nil {
		return nil, err
	}
	if text, err = operations.Apply(text); err != nil {
		return nil, err
	}
	return changed, utiljson.Unmarshal(text, &changed)
}
