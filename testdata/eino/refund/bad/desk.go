// Package refund answers customers who want their money back.
//
// A model reads the mail and either asks for tools (look the order up, pay it
// back), explains the policy, or hands the case to a person. A person confirms
// every payment: that is what the interrupt in front of the tools is for.
package refund

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/prompt"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/refund/steps"
	"example.com/einoagents/refund/tools"
)

// Config is what main reads from the environment.
type Config struct {
	Model model.ToolCallingChatModel
	Store compose.CheckPointStore // keeps a case while its payment waits for a person
}

// A Desk is the compiled agent.
type Desk = compose.Runnable[map[string]any, *schema.Message]

// NewDesk builds the refund desk.
func NewDesk(ctx context.Context, cfg Config) (Desk, error) {
	g := compose.NewGraph[map[string]any, *schema.Message]()
	if err := addSteps(ctx, g, cfg); err != nil {
		return nil, fmt.Errorf("refund desk: %w", err)
	}
	for _, e := range edges {
		if err := g.AddEdge(e.from, e.to); err != nil {
			return nil, fmt.Errorf("refund desk: %w", err)
		}
	}
	err := g.AddBranch(steps.Classify, compose.NewGraphBranch(afterClassify, map[string]bool{
		steps.Issue:    true,
		steps.Explain:  true,
		steps.Escalate: true,
	}))
	if err != nil {
		return nil, err
	}
	return g.Compile(ctx,
		compose.WithGraphName("refund_desk"),
		compose.WithCheckPointStore(cfg.Store),
		compose.WithInterruptBeforeNodes([]string{"issue-refund"}), // DEFECT structure/unknown-interrupt issue-refund: the step is called "issue_refund"; Eino takes any name here and the gate is never shut
	)
}

// edges is the desk as it hangs on the wall of the office. What the branch
// decides is not in it.
var edges = []struct{ from, to string }{
	{compose.START, steps.Intake},
	{steps.Intake, steps.Classify},
	{steps.Issue, steps.Receipt},
	{steps.Receipt, compose.END},
	{steps.Explain, compose.END},
	{steps.Audit, compose.END},
}

func addSteps(ctx context.Context, g *compose.Graph[map[string]any, *schema.Message], cfg Config) error {
	offered, err := tools.Set(true)
	if err != nil {
		return err
	}
	reader, err := bind(ctx, cfg.Model, offered)
	if err != nil {
		return err
	}
	hands, err := newHands(ctx)
	if err != nil {
		return err
	}
	_ = g.AddChatTemplateNode(steps.Intake, intakePrompt())
	_ = g.AddChatModelNode(steps.Classify, reader) // DEFECT structure/undeclared-tool check_fraud: the model is told of check_fraud, issue_refund cannot run it
	_ = g.AddToolsNode(steps.Issue, hands)         // DEFECT(policy) structure/human-gate issue_refund: refund_payment pays money back and nobody is asked
	_ = g.AddLambdaNode(steps.Receipt, compose.InvokableLambda(writeReceipt))
	_ = g.AddLambdaNode(steps.Explain, compose.InvokableLambda(explain))
	_ = g.AddLambdaNode(steps.Escalate, compose.InvokableLambda(escalate)) // DEFECT structure/dead-end escalate: nothing follows, the customer gets an error instead of an answer
	return g.AddLambdaNode(steps.Audit, compose.InvokableLambda(audit))    // DEFECT structure/unreachable audit_log: the edge from receipt to the log was lost in a merge
}

// newHands returns the tools that the desk can really use.
func newHands(ctx context.Context) (*compose.ToolsNode, error) {
	set, err := tools.Set(false)
	if err != nil {
		return nil, err
	}
	return compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: set, ExecuteSequentially: true})
}

// bind tells m about the tools.
func bind(ctx context.Context, m model.ToolCallingChatModel, set []tool.BaseTool) (model.ToolCallingChatModel, error) {
	infos := make([]*schema.ToolInfo, 0, len(set))
	for _, t := range set {
		info, err := t.Info(ctx)
		if err != nil {
			return nil, err
		}
		infos = append(infos, info)
	}
	return m.WithTools(infos)
}

func intakePrompt() prompt.ChatTemplate {
	return prompt.FromMessages(schema.FString,
		schema.SystemMessage("You work at a refund desk. Use tools for refunds inside 30 days, "+
			"say ESCALATE for anything above 500 euros, explain the policy otherwise."),
		schema.UserMessage("{mail}"),
	)
}
