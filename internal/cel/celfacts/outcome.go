package celfacts

// outcome is what an expression comes to.
type outcome uint8

const (
	unknown outcome = iota
	isTrue
	isFalse
	// noSuchKey: it reads the field that is supposed to be absent.
	noSuchKey
	// otherError: it reads another field that the evaluator leaves out.
	otherError
)

func (o outcome) failed() bool { return o >= noSuchKey }

func truth(b bool) outcome {
	if b {
		return isTrue
	}
	return isFalse
}
