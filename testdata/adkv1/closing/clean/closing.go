// Package closing closes the month.
//
//	closing ── collect            bank, ledger and invoices at once
//	        ├─ control (custom)   compare, then corrections ↺ if need be
//	        └─ seal               report, then lock
package closing

import (
	"example.com/adkv1agents/closing/books"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/agent/workflowagents/loopagent"
	"google.golang.org/adk/agent/workflowagents/parallelagent"
	"google.golang.org/adk/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/model"
	"google.golang.org/adk/tool"
)

// maxRounds is how often the books may be corrected before a person has to.
const maxRounds = 4

// collected are the books that have to agree with each other.
var collected = [...]string{"bank", "ledger", "invoices"}

// New builds the closing.
func New(m model.LLM) (agent.Agent, error) {
	collect, err := newCollect(m)
	if err != nil {
		return nil, err
	}
	control, err := newControl(m)
	if err != nil {
		return nil, err
	}
	seal, err := newSeal(m)
	if err != nil {
		return nil, err
	}
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name:        "closing",
		Description: "Closes the month.",
		SubAgents:   []agent.Agent{collect, control, seal},
	}})
}

func newCollect(m model.LLM) (agent.Agent, error) {
	readers := make([]agent.Agent, 0, len(collected))
	for _, book := range collected {
		read, err := books.Read(book)
		if err != nil {
			return nil, err
		}
		reader, err := clerk(m, "read_the_"+book, "Read the "+book+" and sum it up.", read)
		if err != nil {
			return nil, err
		}
		readers = append(readers, reader)
	}
	return parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{
		Name: "collect", Description: "Reads all books.", SubAgents: readers,
	}})
}

func newControl(m model.LLM) (agent.Agent, error) {
	compare, err := clerk(m, "compare", "Compare the sums. Write down the difference.")
	if err != nil {
		return nil, err
	}
	post, err := books.Post(books.OverEuros(1000))
	if err != nil {
		return nil, err
	}
	balanced, err := books.Balanced()
	if err != nil {
		return nil, err
	}
	correct, err := clerk(m, "correct", "Post what is missing.", post)
	if err != nil {
		return nil, err
	}
	recheck, err := clerk(m, "recheck", "Say when the books balance.", balanced)
	if err != nil {
		return nil, err
	}
	corrections, err := loopagent.New(loopagent.Config{
		MaxIterations: maxRounds,
		AgentConfig: agent.Config{
			Name:        "corrections",
			Description: "Corrects until the books balance.",
			SubAgents:   []agent.Agent{correct, recheck},
		},
	})
	if err != nil {
		return nil, err
	}
	return books.Controller("control", compare, corrections)
}

func newSeal(m model.LLM) (agent.Agent, error) {
	lock, err := books.Lock(true)
	if err != nil {
		return nil, err
	}
	closer, err := clerk(m, "closer", "Lock the month.", lock)
	if err != nil {
		return nil, err
	}
	report, err := clerk(m, "report", "Write the report. Thank "+closer.Name()+".")
	if err != nil {
		return nil, err
	}
	steps := []agent.Agent{report, closer}
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name: "seal", Description: "Reports and locks.", SubAgents: steps,
	}})
}

// clerk is a model with a task, a name and a few tools.
func clerk(m model.LLM, name, task string, tools ...tool.Tool) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{
		Name: name, Model: m, Description: task, Instruction: task, Tools: tools,
	})
}
