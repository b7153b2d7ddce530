package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// A release is a minor version of Kubernetes.
type release struct {
	minor   int
	version string // of its modules, such as v0.25.16
	// namesEmbedded says that errors of the release's JSON decoder name the embedded structs that hold a field.
	namesEmbedded bool
}

var (
	machineryVersion = regexp.MustCompile(`k8s\.io/apimachinery (v0\.(\d+)\.\d+)`)
	decoderVersion   = regexp.MustCompile(`sigs\.k8s\.io/json v0\.0\.0-(\d{8})`)
)

// embeddedSince is the day of the first version of sigs.k8s.io/json whose errors name embedded structs.
const embeddedSince = "20250730"

// readReleases returns the releases that have a module file in a folder, the oldest first.
func readReleases(folder string) ([]release, error) {
	files, err := filepath.Glob(filepath.Join(folder, "1.*.mod"))
	if err != nil {
		return nil, err
	}
	var list []release
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		version, decoder := machineryVersion.FindSubmatch(text), decoderVersion.FindSubmatch(text)
		if version == nil || decoder == nil {
			return nil, fmt.Errorf("%s requires no k8s.io/apimachinery or no sigs.k8s.io/json", file)
		}
		minor, err := strconv.Atoi(string(version[2]))
		if err != nil {
			return nil, err
		}
		list = append(list, release{minor, string(version[1]), string(decoder[1]) >= embeddedSince})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no module files", folder)
	}
	slices.SortFunc(list, func(a, b release) int { return a.minor - b.minor })
	return list, nil
}

// download returns the folder of a module in the module cache.
func download(module, version string) (string, error) {
	cmd := exec.Command("go", "mod", "download", "-json", module+"@"+version)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s@%s: %w", module, version, err)
	}
	var info struct{ Dir string }
	err = json.Unmarshal(out, &info)
	return info.Dir, err
}
