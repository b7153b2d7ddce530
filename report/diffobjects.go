package report

// DiffObjects is what the change of CRDs does to objects that exist. An object counts once
// for each effect that it meets.
type DiffObjects struct {
	// Files is how many files were read, and Objects how many objects are in them whose
	// CRD was compared.
	Files   int `json:"files"`
	Objects int `json:"objects"`
	// Unchanged is how many of these the new CRD treats as the old one did.
	Unchanged int `json:"unchanged"`
	// Gone is how many are of a version, or of a CRD, that is not there any more.
	Gone int `json:"gone"`
	// Refused is how many are refused when they are created as their manifest has them.
	Refused int `json:"refused"`
	// Stuck is how many cannot be updated any more once they are stored.
	Stuck int `json:"stuck"`
	// Ratcheted is how many can be updated only as long as what is invalid stays as it is.
	Ratcheted int `json:"ratcheted"`
	// Pruned is how many lose values, and Defaulted how many have others than before.
	Pruned    int `json:"pruned"`
	Defaulted int `json:"defaulted"`
	// RefusedBefore is how many the old CRD refuses.
	RefusedBefore int `json:"refusedBefore"`
	// Untried is how many could not be tried; Causes say why.
	Untried int `json:"untried"`
	// NotCompared is how many are of a kind whose CRD was not compared, and Kinds which.
	NotCompared int              `json:"notCompared"`
	Kinds       []DiffObjectKind `json:"kinds"`
	// Unread are files, or documents of theirs, that were found in directories and cannot be
	// read, with the reason.
	Unread []string `json:"unread"`
	// Causes say what happens to which objects, the worst first.
	Causes []DiffCause `json:"causes"`
	// Manifests are the files with objects that have to change, as far as it is known how.
	Manifests []DiffManifest `json:"manifests"`
}

// DiffObjectKind is a kind of objects whose CRD was not compared.
type DiffObjectKind struct {
	Group string `json:"group"`
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// DiffCause is why something becomes of objects.
type DiffCause struct {
	// Effect is gone, refused, stuck, ratcheted, pruned, defaulted or untried.
	Effect string `json:"effect"`
	// CRD is the name, Kind and Version those of the objects.
	CRD     string `json:"crd"`
	Kind    string `json:"kind"`
	Version string `json:"version"`
	// Field is where it is in the objects, as spec.hosts[*]; "" for the whole.
	Field string `json:"field"`
	// Change is the code of the change that it comes of; "" if none is known.
	Change string `json:"change,omitempty"`
	// Message says it, for the first object.
	Message string `json:"message"`
	Count   int    `json:"count"`
	// More is set of what stands for so many values that are counted and not listed, of objects
	// that meet the effect in very many places.
	More int `json:"more,omitempty"`
	// Objects are in the order of their files.
	Objects []DiffObject `json:"objects"`
}

// DiffObject is an object, and the place in its file.
type DiffObject struct {
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	// Message is that of the cause as far as it is another for this object.
	Message string `json:"message,omitempty"`
}

// DiffManifest is a file whose objects have to change.
type DiffManifest struct {
	File string `json:"file"`
	// Diff is a unified diff with the least change that is known.
	Diff string `json:"diff"`
	// Complete says that the new CRD accepts all of the objects then that the old one does.
	Complete bool `json:"complete"`
}

// DiffEffects are the effects on objects, the worst first.
func DiffEffects() []string {
	return []string{"gone", "refused", "stuck", "ratcheted", "pruned", "defaulted", "untried"}
}

// Affected is how many objects meet an effect.
func (o *DiffObjects) Affected() int {
	return o.Objects - o.Unchanged - o.RefusedBefore - o.Untried
}
