package celfacts

// outcome is the result of an expression.
type outcome uint8

const (
	unknown outcome = iota
	isTrue
	isFalse
	// noSuchKey: the expression reads the absent field.
	noSuchKey
	// otherError: the evaluation ends in another error.
	otherError
)

func (o outcome) failed() bool { return o >= noSuchKey }

func truth(b bool) outcome {
	if b {
		return isTrue
	}
	return isFalse
}
