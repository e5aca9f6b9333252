// Package helpdesk helps colleagues who cannot work.
//
//	helpdesk ── accounts     passwords and locks
//	         ├─ devices      laptops, lost and found
//	         │  └─ stock     knows what is on the shelf (as a tool)
//	         └─ tickets      writes everything down
package helpdesk

import (
	"example.com/adkv1agents/helpdesk/kit"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/adk/model"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/agenttool"
)

// A desk makes agents that have the same model and the same manners.
type desk struct {
	model   model.LLM
	manners string
}

// agent makes one of them. What is not given here can be changed in cfg.
func (d desk) agent(name, task string, change func(*llmagent.Config)) (agent.Agent, error) {
	cfg := llmagent.Config{
		Name:        name,
		Model:       d.model,
		Description: task,
		Instruction: task + " " + d.manners,
	}
	if change != nil {
		change(&cfg)
	}
	return llmagent.New(cfg)
}

// New opens the desk.
func New(m model.LLM) (agent.Agent, error) {
	d := desk{model: m, manners: "Never blame the user."}
	reading, changing, err := kit.Directory{Domain: "example.com"}.Tools()
	if err != nil {
		return nil, err
	}

	accounts, err := d.agent("accounts", "Get people back in.", func(cfg *llmagent.Config) {
		cfg.Tools = append(cfg.Tools, reading...)
		cfg.Tools = append(cfg.Tools, changing...)
		cfg.Tools = append(cfg.Tools, reading...) // DEFECT structure/undeclared-tool find_user: appended twice; the first request of accounts fails
	})
	if err != nil {
		return nil, err
	}
	devices, err := d.devices()
	if err != nil {
		return nil, err
	}
	set, err := kit.Tickets() // No filter; tickets may close and delete as well as write
	if err != nil {
		return nil, err
	}
	tickets, err := d.agent("tickets", "Write everything down.", func(cfg *llmagent.Config) {
		cfg.Toolsets = []tool.Toolset{set}
	})
	if err != nil {
		return nil, err
	}
	nightShift, err := d.agent("night_shift", "Answer when nobody is in.", nil) // DEFECT structure/unreachable night_shift: the name of the first draft is still in the manners, the agent is nowhere
	if err != nil {
		return nil, err
	}
	d.manners += " After eight, mention " + nightShift.Name() + "."

	return d.agent("helpdesk", "Find out what is wrong.", func(cfg *llmagent.Config) { // DEFECT(strict) delegation/cycle accounts: everybody may send a caller to everybody else
		cfg.SubAgents = []agent.Agent{accounts, devices, tickets}
	})
}

// devices is the agent for things that can be dropped.
func (d desk) devices() (agent.Agent, error) {
	wipe, err := kit.Wipe(false) // DEFECT(policy) structure/human-gate wipe_device: a laptop is erased because a model thought so
	if err != nil {
		return nil, err
	}
	order, err := kit.Order(func(string) int { return 1400 })
	if err != nil {
		return nil, err
	}
	stock, err := d.agent("stock", "Say what is on the shelf.", nil)
	if err != nil {
		return nil, err
	}
	return d.agent("devices", "Lost, broken, stolen.", func(cfg *llmagent.Config) {
		cfg.Tools = []tool.Tool{wipe, order, agenttool.New(stock, nil)}
		cfg.DisallowTransferToPeers = true
	})
}
