// Package supportdesk is a support desk of several agents. The front desk
// listens and transfers the customer to billing, to accounts, or to the
// technicians, who are a team with a lead of their own.
package supportdesk

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/prebuilt/supervisor"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/internal/approve"
	"example.com/einoagents/supportdesk/crm"
)

// A Desk builds the agents of one region's support.
type Desk struct {
	Model  model.ToolCallingChatModel
	Region string
	Store  adk.CheckPointStore
}

// Runner returns the desk, ready to talk to a customer.
func (d *Desk) Runner(ctx context.Context) (*adk.Runner, error) {
	front, err := d.Agent(ctx)
	if err != nil {
		return nil, fmt.Errorf("support desk: %w", err)
	}
	return adk.NewRunner(ctx, adk.RunnerConfig{Agent: front, CheckPointStore: d.Store}), nil
}

// Agent returns the front desk with everybody behind it.
func (d *Desk) Agent(ctx context.Context) (adk.Agent, error) {
	front, err := d.front(ctx)
	if err != nil {
		return nil, err
	}
	billing, err := d.billing(ctx)
	if err != nil {
		return nil, err
	}
	accounts, err := d.accounts(ctx)
	if err != nil {
		return nil, err
	}
	technicians, err := d.technicians(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := d.auditor(ctx); err != nil {
		return nil, err
	}
	quiet := adk.AgentWithOptions(ctx, billing, adk.WithDisallowTransferToParent())
	return adk.SetSubAgents(ctx, front, []adk.Agent{quiet, accounts, technicians})
}

func (d *Desk) front(ctx context.Context) (adk.Agent, error) {
	search, err := crm.SearchArticles()
	if err != nil {
		return nil, err
	}
	expert, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        "policy_expert",
		Description: "Knows the fine print.",
		Instruction: "Quote the paragraph.",
		Model:       d.Model,
	})
	if err != nil {
		return nil, err
	}
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{ // DEFECT(strict) delegation/cycle accounts: it may hand back, and be handed over to again, as often as the models like
		Name:        "front_desk",
		Description: "Listens to the customer.",
		Instruction: "Answer simple questions. Transfer everything else.",
		Model:       d.Model,
		ToolsConfig: adk.ToolsConfig{
			ToolsNodeConfig: compose.ToolsNodeConfig{
				Tools: []tool.BaseTool{search, adk.NewAgentTool(ctx, expert)},
			},
			ReturnDirectly: map[string]bool{"ask_expert": true}, // DEFECT structure/undeclared-tool ask_expert: the agent tool has the agent's name, policy_expert
		},
		Exit:          &adk.ExitTool{},
		MaxIterations: 8,
	})
}

func (d *Desk) billing(ctx context.Context) (adk.Agent, error) {
	credit, err := crm.IssueCredit()
	if err != nil {
		return nil, err
	}
	old, err := crm.OldLookup()
	if err != nil {
		return nil, err
	}
	tools := []tool.BaseTool{&crm.Lookup{Region: d.Region}}
	tools = append(tools, approve.Tool(credit))
	tools = append(tools, old) // DEFECT structure/undeclared-tool lookup_customer: a second tool of that name, and it knows nothing of regions
	return d.newAgent(ctx, "billing", "Explains invoices and gives credit.", tools...)
}

func (d *Desk) accounts(ctx context.Context) (adk.Agent, error) {
	return d.newAgent(ctx, "accounts", "Changes and closes accounts.", // DEFECT(policy) structure/human-gate accounts: close_account deletes for good and no person is asked
		&crm.Lookup{Region: d.Region},
		&crm.CloseAccount{},
	)
}

// newAgent is how most agents of the desk are made.
func (d *Desk) newAgent(ctx context.Context, name, what string, tools ...tool.BaseTool) (adk.Agent, error) {
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        name,
		Description: what,
		Instruction: "You work in " + name + " for " + d.Region + ". " + what,
		Model:       d.Model,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools}},
	})
}

func (d *Desk) auditor(ctx context.Context) (adk.Agent, error) {
	return d.newAgent(ctx, "auditor", "Reads every conversation before it is closed.") // DEFECT structure/unreachable auditor: built for every customer, wired to nobody
}

// technicians returns the team behind the hard questions.
func (d *Desk) technicians(ctx context.Context) (adk.Agent, error) {
	lead, err := d.newAgent(ctx, "tech_lead", "Leads the technicians.")
	if err != nil {
		return nil, err
	}
	network, err := d.newAgent(ctx, "network", "Knows routers.") // DEFECT structure/unreachable network: its lead never learns of it
	if err != nil {
		return nil, err
	}
	devices, err := d.newAgent(ctx, "devices", "Knows phones.") // DEFECT structure/unreachable devices: its lead never learns of it
	if err != nil {
		return nil, err
	}
	return supervisor.New(ctx, &supervisor.Config{
		Supervisor: timed{lead}, // the wrapper hides OnSetSubAgents, so the lead never learns that it has a team
		SubAgents:  []adk.Agent{network, devices},
	})
}
