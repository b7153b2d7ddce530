package celrule

import (
	"github.com/google/cel-go/cel"
	utilversion "k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// libraryEnv has Kubernetes put the environment together.
func libraryEnv(compat int) (*cel.Env, error) {
	return environment.MustBaseEnvSet(utilversion.MajorMinor(1, uint(compat))).NewExpressionsEnv(), nil
}
