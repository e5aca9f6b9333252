package prompt

import (
	"os"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/schema"
)

// AgentOf has its instructions from a file that the program names.
func AgentOf() (*adk.ChatModelAgentConfig, error) {
	rules, err := os.ReadFile("rules.txt")
	return &adk.ChatModelAgentConfig{Name: "clerk", Instruction: string(rules)}, err
}

// question hands the page over as what it is: a message, no instruction.
func question(p page) *schema.Message { return &schema.Message{Content: p.Text} }

// choose lets the page decide between two instructions of the program's.
func choose(p page) *adk.ChatModelAgentConfig {
	c := &adk.ChatModelAgentConfig{Name: "clerk", Instruction: "Be brief."}
	if p.Text == "" {
		c.Instruction = "Say that there is nothing to say."
	}
	return c
}
