// Package incident answers the pager at three in the morning.
//
//	commander ── runbook (custom)   triage, then the mitigation loop, then the report
//	             ├─ triage          reads metrics and logs
//	             ├─ mitigation ↺    diagnose → mitigate → probe, until the service is well
//	             └─ report
//	          └─ comms              tells the world
package incident

import (
	"fmt"
	"iter"

	"example.com/adkagents/incident/ops"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/mcptoolset"
)

// A crew builds agents that share a model. It remembers the first thing that
// went wrong, so that the plan below reads like a plan.
type crew struct {
	model model.LLM
	err   error
}

func (c *crew) llm(name, instruction string, tools []tool.Tool, more ...func(*llmagent.Config)) agent.Agent {
	cfg := llmagent.Config{Name: name, Model: c.model, Description: instruction, Instruction: instruction, Tools: tools}
	for _, change := range more {
		change(&cfg)
	}
	return c.keep(llmagent.New(cfg))
}

func (c *crew) keep(a agent.Agent, err error) agent.Agent {
	if err != nil && c.err == nil {
		c.err = err
	}
	return a
}

// New wakes the crew.
func New(m model.LLM) (agent.Agent, error) {
	readers, err := ops.Readers()
	if err != nil {
		return nil, err
	}
	writers, err := ops.Writers(false) // DEFECT(policy) structure/human-gate restart_service: nobody is asked before a restart
	if err != nil {
		return nil, err
	}
	pager, err := ops.Pager(mcptoolset.Config{}) // No filter and no confirmation, comms may call whatever the pager offers
	if err != nil {
		return nil, err
	}

	c := &crew{model: m}
	triage := c.llm("triage", "Say what is broken, and since when.", readers)
	diagnose := c.llm("diagnose", "Say what to try next.", readers)
	mitigate := c.llm("mitigate", "Try it.", writers)
	probe := c.keep(ops.Probe("probe", false)) // the probe looks, but it does not speak up

	mitigation := c.keep(loopagent.New(loopagent.Config{ // DEFECT(strict) structure/gate-not-awaited mitigate: the probe looks while somebody is still asked about the rollback // DEFECT structure/livelock mitigation: nothing in the loop escalates and it has no MaxIterations; the runbook never gets to its report
		AgentConfig: agent.Config{
			Name:        "mitigation",
			Description: "Tries one thing after another.",
			SubAgents:   []agent.Agent{diagnose, mitigate, probe},
		},
	}))

	resolved, err := ops.Resolved()
	if err != nil {
		return nil, err
	}
	report := c.keep(loopagent.New(loopagent.Config{ // DEFECT delegation/unbounded report: writer decides when the report is good; nothing else ends the loop
		AgentConfig: agent.Config{
			Name:        "report",
			Description: "Writes the report until it is good.",
			SubAgents:   []agent.Agent{c.llm("writer", "Write. Stop when it is good.", []tool.Tool{resolved})},
		},
	}))
	book := c.keep(runbook(triage, mitigation, report))

	comms := c.llm("comms", "Tell customers, without adjectives.", nil, func(cfg *llmagent.Config) {
		cfg.Toolsets = []tool.Toolset{pager}
		cfg.DisallowTransferToPeers = true
	})

	commander := c.llm("commander", "Run the incident.", nil, func(cfg *llmagent.Config) { // DEFECT(strict) delegation/cycle comms: it may hand back, and be handed over to again, as often as the models like
		cfg.SubAgents = []agent.Agent{book, comms}
	})
	return commander, c.err
}

// runbook is an agent of our own: it runs its steps one after the other and
// stops at the first that fails, as the paper version says in capitals.
func runbook(steps ...agent.Agent) (agent.Agent, error) {
	return agent.New(agent.Config{
		Name:        "runbook",
		Description: "Works through the runbook.",
		SubAgents:   steps,
		Run: func(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
			return func(yield func(*session.Event, error) bool) {
				for _, step := range steps {
					for ev, err := range step.Run(ctx) {
						if err != nil {
							err = fmt.Errorf("runbook, %s: %w", step.Name(), err)
						}
						if !yield(ev, err) || err != nil {
							return
						}
					}
				}
			}
		},
	})
}
