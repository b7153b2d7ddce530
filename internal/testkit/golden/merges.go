package golden

import "encoding/json"

// MergedCRD is a CRD with lists of type map, and what server-side apply makes of patches of its objects.
type MergedCRD struct {
	// Source is the repository, commit, path and license that the CRD is from.
	Source string `json:"source"`
	// CRD has the parts of the CRD that decide how a server merges objects: one version, without subresources, and of
	// its schema the structure and the defaults of list map keys.
	CRD     json.RawMessage `json:"crd"`
	Patches []MergedPatch   `json:"patches"`
}

// MergedPatch is a patch, and what is stored once one manager has applied the object and another the patch.
type MergedPatch struct {
	Object json.RawMessage `json:"object"`
	Patch  json.RawMessage `json:"patch"`
	Merged json.RawMessage `json:"merged"`
}

// ReadMerges reads recorded patches.
func ReadMerges(path string) ([]MergedCRD, error) { return readLines[MergedCRD](path, json.Unmarshal) }
