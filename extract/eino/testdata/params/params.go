// Package params has tools whose arguments are described by hand.
package params

import (
	"context"
	"encoding/json"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// todo decodes its arguments itself.
type todo struct{ items []string }

func (*todo) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: "todo", Desc: "Keeps a list.", ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{
		"item": {Type: schema.String, Desc: "What is to be done.", Required: true},
		"kind": {Type: schema.String, Enum: []string{"work", "home"}},
		"tags": {Type: schema.Array, ElemInfo: &schema.ParameterInfo{Type: schema.String}},
		"due":  {Type: schema.Object, SubParams: map[string]*schema.ParameterInfo{"day": {Type: schema.Integer, Required: true}}},
	})}, nil
}

func (t *todo) InvokableRun(_ context.Context, args string, _ ...tool.Option) (string, error) {
	var in struct {
		Item string `json:"item"`
	}
	if err := json.Unmarshal([]byte(args), &in); err != nil {
		return "", err
	}
	t.items = append(t.items, in.Item)
	return "ok", nil
}

// chosen has a name that only the caller knows.
type chosen struct{ name string }

func (c *chosen) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: "chosen", ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{
		"known": {Type: schema.Integer},
		c.name:  {Type: schema.String},
	})}, nil
}

func (*chosen) InvokableRun(context.Context, string, ...tool.Option) (string, error) { return "", nil }

type order struct {
	ID string `json:"id"`
}

func place(context.Context, order) (string, error) { return "", nil }

// Build builds the agent.
func Build(ctx context.Context, name string) {
	typed := utils.NewTool(&schema.ToolInfo{Name: "order", ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{
		"order_id": {Type: schema.String, Required: true},
	})}, place)
	adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "clerk", ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{
		Tools: []tool.BaseTool{&todo{}, &chosen{name}, typed},
	}}})
}
