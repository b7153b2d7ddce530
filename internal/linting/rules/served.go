package rules

// servedVersions counts the versions of the CRD that are served.
func servedVersions(p *Pass) int {
	n := 0
	for i := range p.CRD.Spec.Versions {
		if p.CRD.Spec.Versions[i].Served {
			n++
		}
	}
	return n
}
