package celrule

import (
	"github.com/google/cel-go/cel"
	utilversion "k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// libraryEnv has Kubernetes put the environment together.
func libraryEnv(compat int, e Environment) (*cel.Env, error) {
	set := environment.MustBaseEnvSet(utilversion.MajorMinor(1, uint(compat)))
	if e == Stored {
		return set.StoredExpressionsEnv(), nil
	}
	return set.NewExpressionsEnv(), nil
}
