package objects

import (
	"encoding/json"
	"strings"
)

// withLiveUID gives the old object the uid that a conflict's text tells of it.
func withLiveUID(t *truth) (json.RawMessage, error) {
	_, uid, found := strings.Cut(t.Message, "UID in object meta: ")
	if !found {
		return t.Old, nil
	}
	var old map[string]any
	if err := json.Unmarshal(t.Old, &old); err != nil {
		return nil, err
	}
	old["metadata"].(map[string]any)["uid"] = uid
	return json.Marshal(old)
}
