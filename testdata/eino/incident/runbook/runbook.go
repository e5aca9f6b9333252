// Package runbook holds what an on-call engineer may do to production.
package runbook

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
)

// An Action names a service.
type Action struct {
	Service string `json:"service"`
}

// RestartService restarts every replica of a service at once. It describes
// itself, because the operations team owns its schema.
type RestartService struct {
	Cluster string
}

// Info describes the tool to the model.
func (RestartService) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{
		Name: "restart_service",
		Desc: "Restart all replicas of a service. Open requests are lost.",
		ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{
			"service": {Type: schema.String, Required: true},
		}),
	}, nil
}

// InvokableRun restarts.
func (r RestartService) InvokableRun(_ context.Context, args string, _ ...tool.Option) (string, error) {
	var a Action
	if err := json.Unmarshal([]byte(args), &a); err != nil {
		return "", fmt.Errorf("restart_service: %w", err)
	}
	return "restarted " + a.Service + " in " + r.Cluster, nil
}

// ReadLogs returns the last lines of a service's log.
func ReadLogs() (tool.InvokableTool, error) {
	return utils.InferTool("read_logs", "Read the last lines of a service's log.",
		func(_ context.Context, a Action) (string, error) {
			return a.Service + ": connection pool exhausted", nil
		})
}

// QueryMetrics returns the error rate of a service.
func QueryMetrics() (tool.InvokableTool, error) {
	return utils.InferTool("query_metrics", "Read the error rate of a service.",
		func(_ context.Context, a Action) (float64, error) {
			return float64(len(a.Service)) / 100, nil
		})
}

// Rehearse is what a drill runs in place of the real thing.
type Rehearse struct{}

// Info describes the tool.
func (*Rehearse) Info(context.Context) (*schema.ToolInfo, error) {
	info := &schema.ToolInfo{Desc: "Pretend to restart a service."}
	info.Name = "rehearse_restart"
	return info, nil
}

// InvokableRun does nothing.
func (*Rehearse) InvokableRun(context.Context, string, ...tool.Option) (string, error) {
	return "rehearsed", nil
}
