// Package skills is a stub with the API of the framework.
package skills

import "github.com/microsoft/agent-framework-go/agent"

type (
	ContextProviderOptions struct{ SkillsInstructionPrompt string }
	Frontmatter            struct{ Name, Description string }
)

func NewContextProvider(o ContextProviderOptions) agent.ContextProvider { return nil }
