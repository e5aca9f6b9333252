package valueflow

// This file writes graphs for other processes.

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"fmt"
)

// Encode returns g as Decode reads it. The form is for one version of agentvet.
func (g *Graph) Encode() ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(w).Encode(g); err != nil {
		return nil, fmt.Errorf("encode the values of %s: %w", g.Package, err)
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Decode reads what Encode writes.
func Decode(data []byte) (*Graph, error) {
	g := new(Graph)
	if err := gob.NewDecoder(flate.NewReader(bytes.NewReader(data))).Decode(g); err != nil {
		return nil, fmt.Errorf("decode the values of a package: %w", err)
	}
	return g, nil
}
