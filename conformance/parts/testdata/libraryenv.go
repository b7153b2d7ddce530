package celrule

import (
	"github.com/google/cel-go/cel"
	utilversion "k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// libraryEnv has Kubernetes put the environment together: that of new rules on the newest
// server, or all there is.
func libraryEnv(l libraries) (*cel.Env, error) {
	compat := uint(36)
	if l.Includes {
		compat++
	}
	return environment.MustBaseEnvSet(utilversion.MajorMinor(1, compat)).NewExpressionsEnv(), nil
}
