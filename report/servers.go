package report

// Servers says what becomes of a custom object on several versions of Kubernetes.
type Servers struct {
	// Newest is the newest of these versions.
	Newest string `json:"-"`
	// Verdicts are those of the versions that were asked for.
	Verdicts []Verdict `json:"verdicts"`
	// Findings are those that not all of these versions have, in the order of the file;
	// their KubeVersions say which have them.
	Findings []Finding `json:"findings,omitempty"`
	// Stored are the fields of which not all that accept the object store the same.
	Stored []StoredOtherwise `json:"stored,omitempty"`
}

// Verdicts that only some of several versions give.
const (
	// Otherwise says that the object is accepted, but that what is stored is not what
	// the newest version that accepts it stores.
	Otherwise Verdict = "otherwise"
	// Untried says that the version refuses the CRD, so that it has no such objects.
	Untried Verdict = "no CRD"
)

// StoredOtherwise is a field that is not stored alike on all versions.
type StoredOtherwise struct {
	// KubeVersions are the versions that store Value, where the newest stores Newest. Each
	// is nil where the field is not stored.
	KubeVersions []string `json:"kubeVersions"`
	Path         string   `json:"path"`
	Line         int      `json:"line"`
	Value        *any     `json:"value,omitempty"`
	Newest       *any     `json:"newest,omitempty"`
}

// OnOlder are the findings that the newest version does not have.
func (s *Servers) OnOlder() []Finding {
	if s == nil {
		return nil
	}
	var found []Finding
	for i := range s.Findings {
		if f := &s.Findings[i]; f.KubeVersions[len(f.KubeVersions)-1] != s.Newest {
			found = append(found, *f)
		}
	}
	return found
}

// Alike reports whether the object is treated alike on all versions.
func (s *Servers) Alike() bool {
	for _, v := range s.Verdicts {
		if v != s.Verdicts[0] {
			return false
		}
	}
	return len(s.Findings) == 0 && len(s.Stored) == 0
}
