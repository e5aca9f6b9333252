// Package types stands for the one of the vendor: a call of a tool comes in pieces, its name in
// the first one and its arguments in those behind.
package types

type (
	Output interface{ isOutput() }
	Delta  interface{ isDelta() }
	Block  interface{ isBlock() }

	OutputStart struct{ Value ToolUseBlockStart }
	OutputDelta struct{ Value Delta }

	DeltaText    struct{ Value string }
	DeltaToolUse struct{ Value ToolUseBlockDelta }

	BlockToolUse struct{ Value ToolUseBlock }
	BlockResult  struct{ Value ToolResultBlock }
)

func (*OutputStart) isOutput() {}
func (*OutputDelta) isOutput() {}
func (*DeltaText) isDelta()    {}
func (*DeltaToolUse) isDelta() {}
func (*BlockToolUse) isBlock() {}
func (*BlockResult) isBlock()  {}

type ToolUseBlockStart struct{ Name, ToolUseId *string }

type ToolUseBlockDelta struct{ Input *string }

type ToolUseBlock struct {
	Name, ToolUseId *string
	Input           any
}

type ToolResultBlock struct {
	ToolUseId *string
	Content   []string
}

type ToolSpecification struct{ Name, Description *string }

type Message struct{ Content []Block }
