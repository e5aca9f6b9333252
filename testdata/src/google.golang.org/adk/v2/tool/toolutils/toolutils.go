// Package toolutils stands for the package of the same name of the Agent Development Kit.
package toolutils

import (
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
)

// PackTool adds a tool to what a model is offered.
func PackTool(req *model.LLMRequest, t tool.Tool) error { panic("stub") }
