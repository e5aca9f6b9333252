// Package books is what accountants do on the last day of a month.
package books

import (
	"iter"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/session"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/functiontool"
	"google.golang.org/genai"
)

type entryArgs struct {
	Account string `json:"account"`
	Cents   int    `json:"cents"`
}

type status struct {
	Status string `json:"status"`
}

// Read returns a tool that reads one of the books.
func Read(book string) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "read_" + book,
		Description: "Reads the " + book + ".",
	}, func(_ agent.ToolContext, in entryArgs) (status, error) { return status{"balanced"}, nil })
}

// Post returns the tool that writes into the ledger. Small differences are
// written without asking; large says what is not small.
func Post(large func(entryArgs) bool) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:                        "post_entry",
		Description:                 "Writes an entry into the ledger.",
		RequireConfirmationProvider: large,
	}, post)
}

// OverEuros returns the test for entries of more than n euros.
func OverEuros(n int) func(entryArgs) bool {
	return func(in entryArgs) bool { return in.Cents > 100*n }
}

func post(_ agent.ToolContext, in entryArgs) (status, error) { return status{"posted"}, nil }

// Lock returns the tool that closes the month. After that only auditors write.
func Lock(confirm bool) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:                "lock_month",
		Description:         "Closes the month for good.",
		RequireConfirmation: confirm,
	}, func(agent.ToolContext, struct{}) (status, error) { return status{"locked"}, nil })
}

// Balanced returns the tool with which an agent ends a round of corrections.
func Balanced() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "balanced",
		Description: "Call this when the books balance.",
	}, func(ctx agent.ToolContext, _ struct{}) (status, error) {
		ctx.Actions().Escalate = true
		return status{"balanced"}, nil
	})
}

// Controller returns an agent that runs first, and then either fix or nothing:
// it looks into the session for what first wrote there.
func Controller(name string, first, fix agent.Agent) (agent.Agent, error) {
	return agent.New(agent.Config{
		Name:        name,
		Description: "Has the books corrected if they need it.",
		SubAgents:   []agent.Agent{first, fix},
		Run: func(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
			return func(yield func(*session.Event, error) bool) {
				for ev, err := range first.Run(ctx) {
					if !yield(ev, err) || err != nil {
						return
					}
				}
				if _, err := ctx.Session().State().Get("difference"); err != nil {
					ev := session.NewEvent(ctx.InvocationID())
					ev.Content = genai.NewContentFromText("Nothing to correct.", genai.RoleModel)
					yield(ev, nil)
					return
				}
				for ev, err := range fix.Run(ctx) {
					if !yield(ev, err) || err != nil {
						return
					}
				}
			}
		},
	})
}
