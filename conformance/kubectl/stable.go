package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

var (
	uids     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	times    = regexp.MustCompile(`20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ`)
	versions = regexp.MustCompile(`"resourceVersion":"(\d+)"`)
	quoted   = regexp.MustCompile(`(\\*")(\d+)(\\*")`)
	suffixes = regexp.MustCompile(`"name":"(gen-[a-z0-9]{5})"`)
)

// stable returns the line of a scenario, with UIDs, times, resourceVersions and generated
// names replaced.
func stable(c golden.Commands) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		return nil, err
	}
	line := bytes.TrimSpace(b.Bytes())

	seen := map[string]string{}
	line = uids.ReplaceAllFunc(line, func(uid []byte) []byte {
		if bytes.HasPrefix(uid, []byte("ffffffff")) {
			return uid // of a manifest
		}
		if seen[string(uid)] == "" {
			seen[string(uid)] = fmt.Sprintf("00000000-0000-4000-8000-%012d", len(seen)+1)
		}
		return []byte(seen[string(uid)])
	})

	now := time.Now().UTC()
	line = times.ReplaceAllFunc(line, func(t []byte) []byte {
		at, err := time.Parse(time.RFC3339, string(t))
		if err != nil || now.Sub(at) > 24*time.Hour || at.Sub(now) > 24*time.Hour {
			return t // of a manifest
		}
		return []byte("2026-01-01T00:00:00Z")
	})

	known := map[string]string{}
	for _, step := range c.Steps {
		for _, e := range step.Requests {
			for _, m := range versions.FindAllSubmatch(e.Answer, -1) {
				if v := string(m[1]); known[v] == "" && len(v) > 1 {
					known[v] = strconv.Itoa(1001 + len(known))
				}
			}
		}
	}
	line = quoted.ReplaceAllFunc(line, func(q []byte) []byte {
		m := quoted.FindSubmatch(q)
		if v := known[string(m[2])]; v != "" {
			return fmt.Appendf(nil, "%s%s%s", m[1], v, m[3])
		}
		return q
	})

	names := map[string]string{}
	for _, m := range suffixes.FindAllSubmatch(line, -1) {
		names[string(m[1])] = "gen-xxxxx"
	}
	for was, is := range names {
		line = bytes.ReplaceAll(line, []byte(was), []byte(is))
	}
	return line, nil
}
