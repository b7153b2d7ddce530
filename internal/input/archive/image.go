package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
)

// A loader returns the content of a file; nil if there is no such file.
type loader func(name string) []byte

// layersOf returns the names of an image's layers, the lowest first; nil for files that are no image. Of several images
// it takes the first.
func layersOf(load loader) ([]string, error) {
	if text := load("manifest.json"); text != nil {
		// docker save, and packages of Crossplane
		var images []struct{ Layers []string }
		if json.Unmarshal(text, &images) == nil && len(images) > 0 && len(images[0].Layers) > 0 {
			return images[0].Layers, nil
		}
	}
	if load(layoutFile) == nil || load("index.json") == nil {
		return nil, nil
	}
	return ociLayers(load, "index.json", 0)
}

// ociLayers returns the layers of the first image of an index or a manifest.
func ociLayers(load loader, name string, depth int) ([]string, error) {
	var document struct{ Manifests, Layers []descriptor }
	if err := json.Unmarshal(load(name), &document); err != nil {
		return nil, fmt.Errorf("%s in it is no JSON document of an image: %w", name, err)
	}
	if len(document.Layers) > 0 {
		var layers []string
		for _, d := range document.Layers {
			layers = append(layers, d.blob())
		}
		return layers, nil
	}
	if depth > 3 || len(document.Manifests) == 0 {
		return nil, errors.New("no image with layers is in it")
	}
	return ociLayers(load, document.Manifests[0].blob(), depth+1)
}

// A descriptor refers to a blob of an OCI image layout.
type descriptor struct{ Digest string }

func (d descriptor) blob() string {
	algorithm, sum, _ := strings.Cut(d.Digest, ":")
	return path.Join("blobs", algorithm, sum)
}

// merge applies the layers of an image.
func merge(load loader, layers []string) (*tree, error) {
	out := newTree()
	kept := 0
	for _, name := range layers {
		clean, err := inside(name)
		if err != nil {
			return nil, err
		}
		blob := load(clean)
		if blob == nil {
			return nil, fmt.Errorf("the layer %s of its image is missing", name)
		}
		layer, err := readTar(bytes.NewReader(blob), manifest)
		if err != nil {
			return nil, fmt.Errorf("the layer %s of its image cannot be read: %w", name, err)
		}
		out.removeBelow(layer)
		for name, text := range layer.texts {
			out.texts[name] = text
			kept += len(text)
		}
		if kept > maxText {
			return nil, errTooLarge
		}
		if len(out.texts) > maxFiles {
			return nil, errTooMany
		}
	}
	return out, nil
}

// removeBelow removes what a layer on top deletes.
func (t *tree) removeBelow(layer *tree) {
	if len(layer.gone)+len(layer.opaque) == 0 {
		return
	}
	gone, opaque := map[string]bool{}, map[string]bool{}
	for _, name := range layer.gone {
		gone[name] = true
	}
	for _, dir := range layer.opaque {
		opaque[dir] = true
	}
	for name := range t.texts {
		remove := gone[name]
		for dir := name; dir != "" && !remove; {
			dir = parent(dir)
			remove = gone[dir] || opaque[dir]
		}
		if remove {
			delete(t.texts, name)
		}
	}
}
