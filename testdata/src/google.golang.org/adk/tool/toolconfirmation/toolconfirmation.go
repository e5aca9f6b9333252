// Package toolconfirmation stands for the package of the same name of the Agent
// Development Kit.
package toolconfirmation

// ToolConfirmation is the answer of a human.
type ToolConfirmation struct {
	Hint      string
	Confirmed bool
	Payload   any
}
