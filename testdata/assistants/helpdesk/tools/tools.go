// Package tools holds the tools of the help desk, and the agents that both programs
// have.
package tools

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

// Account is what most tools take.
type Account struct {
	User string `json:"user"`
}

// Lookup finds an account.
func Lookup() agents.FunctionTool {
	return agents.NewFunctionTool("lookup_account", "Finds an account.", func(_ context.Context, a Account) (string, error) {
		return a.User + " has an account", nil
	})
}

// Reset resets a password without further ado.
func Reset() agents.FunctionTool {
	return agents.NewFunctionTool("reset_password", "Resets a password.", reset)
}

// AskedReset resets a password if somebody at the terminal says so.
func AskedReset() agents.FunctionTool {
	return agents.NewFunctionTool("reset_password", "Resets a password.", func(ctx context.Context, a Account) (string, error) {
		fmt.Printf("Reset the password of %s? ", a.User)
		answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil || answer != "yes\n" {
			return "", errors.New("refused")
		}
		return reset(ctx, a)
	})
}

func reset(_ context.Context, a Account) (string, error) { return "a new password for " + a.User, nil }

// Specialist returns an agent for one subject. All of them can look up accounts.
func Specialist(subject string, more ...agents.Tool) *agents.Agent {
	return agents.New(subject).
		WithInstructions("You know all about " + subject + ".").
		WithTools(append([]agents.Tool{Lookup()}, more...)...)
}

// Translator is called like a tool.
func Translator() *agents.Agent {
	return &agents.Agent{Name: "Translator", Instructions: agents.InstructionsStr("Translate.")}
}
