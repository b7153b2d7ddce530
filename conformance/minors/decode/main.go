// Command decode decodes objects of Kubernetes' own kinds as the API server of one release does with strict field
// validation. It is built for each release with the versions that modules/1.N.mod pins.
//
// It reads an object as JSON from each line of standard input, and writes the message of the server's answer as a
// line of JSON; "" if the object can be decoded, and null if the release has no such type.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "decode:", err)
		os.Exit(1)
	}
}

func run() error {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		answer, err := decode(in.Bytes())
		if err != nil {
			return err
		}
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
	return in.Err()
}

// decode returns the message, or nil if the release has no such type.
func decode(text []byte) (*string, error) {
	var meta struct{ APIVersion, Kind string }
	if err := json.Unmarshal(text, &meta); err != nil {
		return nil, err
	}
	kind := schema.FromAPIVersionAndKind(meta.APIVersion, meta.Kind)
	into, err := scheme.Scheme.New(kind)
	if err != nil {
		return nil, nil
	}
	s := serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, serializer.SerializerOptions{Strict: true})
	message := ""
	if _, _, err := s.Decode(text, &kind, into); err != nil {
		// As transformDecodeError in k8s.io/apiserver/pkg/endpoints/handlers/rest.go words it.
		message = fmt.Sprintf("%s in version %q cannot be handled as a %s: %v", kind.Kind, kind.Version, kind.Kind, err)
	}
	return &message, nil
}
