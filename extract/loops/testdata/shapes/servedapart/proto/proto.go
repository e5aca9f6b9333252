// Package proto has the types of the protocol.
package proto

type CallParams struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}
