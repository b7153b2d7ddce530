package report

// Servers says what becomes of a custom object on several versions of Kubernetes. Those
// that accept it store the same.
type Servers struct {
	// Newest is the newest of these versions.
	Newest string `json:"-"`
	// Verdicts are those of the versions that were asked for.
	Verdicts []Verdict `json:"verdicts"`
	// Findings are those that not all of these versions have, in the order of the file;
	// their KubeVersions say which have them.
	Findings []Finding `json:"findings,omitempty"`
}

// Untried says that the version refuses the CRD, so that it has no such objects.
const Untried Verdict = "no CRD"

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

// Same reports whether the object is treated alike on all versions.
func (s *Servers) Same() bool {
	for _, v := range s.Verdicts {
		if v != s.Verdicts[0] {
			return false
		}
	}
	return len(s.Findings) == 0
}
