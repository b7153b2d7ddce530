package record

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// costs asks what the server's code reckons that the rules of the CRDs cost, which
// HTTP does not show.
func (o MinorsOptions) costs() ([]question, func(context.Context, *server.Server, []question, func(question, any) error) error, error) {
	list, err := requests.Costs(o.Corpus)
	if err != nil {
		return nil, nil, err
	}
	var all []question
	texts := map[string][]byte{}
	for _, r := range list {
		if texts[r.ID], err = yaml.YAMLToJSON(r.Text); err != nil {
			return nil, nil, err
		}
		all = append(all, question{id: r.ID, hash: r.Hash()})
	}
	inside := func(ctx context.Context, s *server.Server, all []question, answer func(question, any) error) error {
		var in bytes.Buffer
		for _, q := range all {
			in.Write(texts[q.id])
			in.WriteByte('\n')
		}
		cmd := exec.CommandContext(ctx, s.Program, "costs")
		cmd.Stdin = &in
		text, err := cmd.Output()
		if err != nil {
			return err
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, 64<<20)
		for _, q := range all {
			if !lines.Scan() {
				return fmt.Errorf("no costs of %s", q.id)
			}
			var costs map[string]any
			if err := decode([]byte(golden.Stable(lines.Text())), &costs); err != nil {
				return err
			}
			if err := answer(q, costs); err != nil {
				return err
			}
		}
		return lines.Err()
	}
	return all, inside, nil
}
