package builtin_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/builtin"
	"github.com/crdtool/crdtool/kube"
)

func check(minor int, apiVersion, kind string, spec map[string]any) builtin.Answer {
	return builtin.Check(builtin.Request{
		Version: kube.Version{Minor: minor}, APIVersion: apiVersion, Kind: kind,
		Object: map[string]any{"apiVersion": apiVersion, "kind": kind, "spec": spec},
	})
}

func TestRemovedVersionsAreNotServed(t *testing.T) {
	for _, c := range []struct {
		minor            int
		apiVersion, kind string
		message, help    string // empty if served
	}{
		{25, "policy/v1", "PodDisruptionBudget", "", ""},
		{37, "policy/v1beta1", "PodDisruptionBudget", "PodDisruptionBudget is not served as policy/v1beta1 since Kubernetes 1.25", "write: apiVersion: policy/v1"},
		{37, "policy/v1beta1", "PodSecurityPolicy", "PodSecurityPolicy is not served as policy/v1beta1 since Kubernetes 1.25", ""},
		{25, "autoscaling/v2beta2", "HorizontalPodAutoscaler", "", ""},
		{26, "autoscaling/v2beta2", "HorizontalPodAutoscaler", "HorizontalPodAutoscaler is not served as autoscaling/v2beta2 since Kubernetes 1.26", "write: apiVersion: autoscaling/v2"},
		{31, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", "", ""},
		{32, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", "FlowSchema is not served as flowcontrol.apiserver.k8s.io/v1beta3 since Kubernetes 1.32", "write: apiVersion: flowcontrol.apiserver.k8s.io/v1"},
		{25, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", "FlowSchema is not served as flowcontrol.apiserver.k8s.io/v1beta3 before Kubernetes 1.26", "write: apiVersion: flowcontrol.apiserver.k8s.io/v1beta2"},
		{37, "extensions/v1beta1", "Ingress", "Ingress is not served as extensions/v1beta1 since Kubernetes 1.22", "write: apiVersion: networking.k8s.io/v1"},
		{37, "apps/v1beta3", "Deployment", "Kubernetes has no kind Deployment in apps/v1beta3", "write: apiVersion: apps/v1"},
		{37, "resource.k8s.io/v1alpha2", "ResourceClaim", "ResourceClaim is not served as resource.k8s.io/v1alpha2 since Kubernetes 1.31", "write: apiVersion: resource.k8s.io/v1"},
	} {
		a := check(c.minor, c.apiVersion, c.kind, nil)
		message, help := "", ""
		if len(a.Faults) > 0 {
			message, help = a.Faults[0].Message, a.Faults[0].Help
		}
		if message != c.message || help != c.help || a.Served != (c.message == "") || !a.Checked {
			t.Errorf("Kubernetes 1.%d, %s %s: %+v", c.minor, c.apiVersion, c.kind, a)
		}
	}
}

func TestKindsOfOthersAreNotChecked(t *testing.T) {
	for _, c := range [][2]string{{"example.com/v1", "Deployment"}, {"v1", "Config"}, {"v1", "List"}, {"apps/v1", "DeploymentList"}, {"kustomize.config.k8s.io/v1beta1", "Kustomization"}} {
		if a := check(37, c[0], c[1], nil); a.Checked {
			t.Errorf("%s: %+v", c, a)
		}
	}
}

// TestFieldsAreThoseOfTheRelease checks a field that some releases do not have.
func TestFieldsAreThoseOfTheRelease(t *testing.T) {
	claims := map[string]any{"resourceClaims": []any{map[string]any{"name": "gpu", "resourceClaimName": "gpu"}}}
	for _, v := range kube.Versions() {
		a := check(v.Minor, "v1", "Pod", claims)
		var faults []string
		for _, f := range a.Faults {
			faults = append(faults, f.Path.Server()+": "+f.Help)
		}
		got, want := strings.Join(faults, "\n"), ""
		switch {
		case v.Minor < 26:
			want = "spec.resourceClaims: it is a field since Kubernetes 1.26"
		case v.Minor < 31:
			want = "spec.resourceClaims[0].resourceClaimName: it is a field since Kubernetes 1.31"
		}
		if got != want {
			t.Errorf("Kubernetes %s: got %q, want %q", v, got, want)
		}
	}
}

func TestUnknownFieldsAreExplained(t *testing.T) {
	pod := func(spec map[string]any) map[string]any {
		return map[string]any{"template": map[string]any{"spec": spec}}
	}
	for _, c := range []struct {
		spec map[string]any
		help string
	}{
		{map[string]any{"replica": int64(1)}, `did you mean "replicas"?`},
		{map[string]any{"template": map[string]any{"containers": []any{}}}, `did you mean it to be a field of "spec"?`},
		{pod(map[string]any{"containers": []any{map[string]any{"volumes": []any{}}}}), "it is indented too much: an object around this one has the field"},
		{pod(map[string]any{"volumes": []any{map[string]any{"name": "a", "secret": map[string]any{"name": "b"}}}}), ""},
		{pod(map[string]any{"nothingLikeThis": true}), ""},
	} {
		a := check(37, "apps/v1", "Deployment", c.spec)
		if len(a.Faults) != 1 || a.Faults[0].Help != c.help {
			t.Errorf("%v: got %+v, want %q", c.spec, a.Faults, c.help)
		}
	}
}

func TestEnums(t *testing.T) {
	for value, want := range map[string]string{
		"Always": "", "": "", // the server sets a default for an empty string
		"always": `"always" is not one of "Always", "Never", "IfNotPresent"; did you mean "Always"?`,
	} {
		a := check(37, "v1", "Pod", map[string]any{"containers": []any{map[string]any{"imagePullPolicy": value}}})
		got := ""
		if len(a.Faults) > 0 {
			got = a.Faults[0].Message + "; " + a.Faults[0].Help
		}
		if got != want || a.Message != "" {
			t.Errorf("%q: got %q and message %q, want %q", value, got, a.Message, want)
		}
	}
}

// TestTheServerStopsAtTheFirstError checks which faults are reported later.
func TestTheServerStopsAtTheFirstError(t *testing.T) {
	a := check(37, "apps/v1", "Deployment", map[string]any{
		"paused": "yes", "replica": int64(1), "replicas": "3",
		"template": map[string]any{"spec": map[string]any{"overhead": map[string]any{"cpu": "1x"}}},
	})
	var now, later []string
	for _, f := range a.Faults {
		if f.Later {
			later = append(later, f.Path.Server())
		} else {
			now = append(now, f.Path.Server())
		}
	}
	// The decoder of quantities stops the decoder of the object.
	if got := strings.Join(now, " "); got != "spec.template.spec.overhead.cpu" {
		t.Errorf("reported now: %s", got)
	}
	if got := strings.Join(later, " "); got != "spec.paused spec.replica spec.replicas" {
		t.Errorf("reported later: %s", got)
	}
	if !strings.HasPrefix(a.Message, `Deployment in version "v1" cannot be handled as a Deployment: quantities must match`) {
		t.Errorf("message %q", a.Message)
	}
}
