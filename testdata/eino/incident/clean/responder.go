// Package incident takes the first look at an alert: how bad is it, what is
// wrong, and, if a person agrees, what to do about it.
package incident

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/incident/diagnosis"
	"example.com/einoagents/incident/runbook"
)

// An Alert is what the monitoring sends.
type Alert struct {
	Service  string
	Severity int // 1 is worst
	Text     string
}

const (
	nodeReceive  = "receive"
	nodeDiagnose = "diagnose"
	nodeTriage   = "triage"
	nodeApprove  = "approve"
	nodeDecide   = "decide"
	nodeRunbook  = "run_runbook"
	nodeClose    = "close"
	nodePage     = "page_oncall"
	nodeStatus   = "status_page"
	nodeDrill    = "drill"
)

// A Responder is one team's incident bot.
type Responder struct {
	Cluster string
	Model   model.ToolCallingChatModel
	Store   compose.CheckPointStore

	graph *compose.Graph[Alert, *schema.Message]
}

// Build compiles the graph.
func (r *Responder) Build(ctx context.Context) (compose.Runnable[Alert, *schema.Message], error) {
	r.graph = compose.NewGraph[Alert, *schema.Message]()
	if err := r.nodes(ctx); err != nil {
		return nil, err
	}
	if err := r.wires(); err != nil {
		return nil, err
	}
	return r.graph.Compile(ctx, compose.WithGraphName("incident"), compose.WithCheckPointStore(r.Store))
}

func (r *Responder) nodes(ctx context.Context) error {
	doctor, err := diagnosis.NewAgent(ctx, r.Model)
	if err != nil {
		return err
	}
	body, opts := doctor.ExportGraph()

	hands, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{
		Tools: []tool.BaseTool{runbook.RestartService{Cluster: r.Cluster}},
	})
	if err != nil {
		return err
	}
	dry, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{
		Tools: []tool.BaseTool{&runbook.Rehearse{}},
	})
	if err != nil {
		return err
	}

	g := r.graph
	_ = g.AddLambdaNode(nodeReceive, compose.InvokableLambda(r.receive))
	_ = g.AddGraphNode(nodeDiagnose, body, opts...)
	_ = g.AddLambdaNode(nodeTriage, compose.InvokableLambda(r.triage))
	_ = g.AddLambdaNode(nodeApprove, compose.InvokableLambda(askPerson))
	_ = g.AddLambdaNode(nodeDecide, compose.InvokableLambda(readDecision))
	_ = g.AddToolsNode(nodeRunbook, hands)
	_ = g.AddToolsNode(nodeDrill, dry)
	_ = g.AddLambdaNode(nodeClose, compose.InvokableLambda(closeIncident))
	_ = g.AddLambdaNode(nodePage, compose.InvokableLambda(page))
	return g.AddLambdaNode(nodeStatus, compose.InvokableLambda(r.updateStatusPage))
}

func (r *Responder) wires() error {
	g := r.graph
	_ = g.AddEdge(compose.START, nodeReceive)
	_ = g.AddEdge(nodeReceive, nodeDiagnose)
	_ = g.AddEdge(nodeDiagnose, nodeStatus)
	_ = g.AddEdge(nodeStatus, nodeTriage)
	_ = g.AddBranch(nodeTriage, compose.NewGraphBranch(bySeverity(nodeApprove), map[string]bool{
		nodeApprove: true,
		nodePage:    true,
		nodeDrill:   true,
	}))
	_ = g.AddEdge(nodeApprove, nodeDecide)
	_ = g.AddBranch(nodeDecide, compose.NewGraphBranch(r.afterDecision, map[string]bool{
		nodeRunbook: true,
		nodePage:    true,
	}))
	_ = g.AddEdge(nodeDrill, nodeClose)
	_ = g.AddEdge(nodeRunbook, nodeClose)
	_ = g.AddEdge(nodePage, compose.END)
	return g.AddEdge(nodeClose, compose.END)
}
