package render

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// fingerprints names findings such that the name stays the same when lines move:
// it is made of the rule, the CRD or object, the place in it and the sentence. Of
// findings that agree in all that, the second and further ones are numbered.
type fingerprints map[fingerprint]int

// fingerprint is the name without the number.
type fingerprint [16]byte

// of names a finding in a file. The file counts only where there is no CRD, so
// that a CRD may move to another.
func (p fingerprints) of(f *report.Finding, file string) string {
	return p.numbered(f, cmp.Or(f.Object, f.CRD, file))
}

// inFile is of, but the same CRD in two files has two names.
func (p fingerprints) inFile(f *report.Finding, file string) string {
	return p.numbered(f, file+"\x00"+cmp.Or(f.Object, f.CRD))
}

func (p fingerprints) numbered(f *report.Finding, where string) string {
	path, message := findinglist.Lasting(f)
	sum := sha256.Sum256([]byte(f.Rule + "\x00" + where + "\x00" + path + "\x00" + message))
	of := fingerprint(sum[:16])
	p[of]++
	name := hex.EncodeToString(of[:])
	if n := p[of]; n > 1 {
		name += ":" + strconv.Itoa(n)
	}
	return name
}
