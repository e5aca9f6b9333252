package truth

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
)

// appendAgents appends a and every agent below it, parents first.
func appendAgents(ctx context.Context, list []Agent, a adk.Agent, root bool) []Agent {
	d := Agent{
		Name: a.Name(ctx), Root: root,
		SubAgents: []string{}, Tools: []string{}, TransferTo: []string{}, MayTransferTo: []string{},
	}
	var below []adk.Agent
	unwrap(ctx, &d, &below, a)
	list = append(list, d)
	for _, b := range below {
		list = appendAgents(ctx, list, b, false)
	}
	return list
}

// unwrap fills d from a, and from what a is wrapped around.
func unwrap(ctx context.Context, d *Agent, below *[]adk.Agent, a adk.Agent) {
	v := reflect.ValueOf(a)
	switch typeName(v) {
	case "adk.ChatModelAgent":
		chatModel(ctx, d, below, a.(*adk.ChatModelAgent))
	case "adk.flowAgent":
		subs(ctx, d, below, v)
		unwrap(ctx, d, below, field(v, "Agent").Interface().(adk.Agent))
	case "adk.workflowAgent":
		d.Type = []string{"workflow", "sequential", "loop", "parallel"}[field(v, "mode").Int()]
		d.MaxIterations = int(field(v, "maxIterations").Int())
		if len(d.SubAgents) == 0 {
			subs(ctx, d, below, v)
		}
	case "adk.agentWithDeterministicTransferTo", "adk.resumableAgentWithDeterministicTransferTo":
		d.TransferTo = append(d.TransferTo, field(v, "toAgentNames").Interface().([]string)...)
		unwrap(ctx, d, below, field(v, "agent").Interface().(adk.Agent))
	case "supervisor.supervisorContainer":
		d.Wraps = append(d.Wraps, "supervisor")
		unwrap(ctx, d, below, field(v, "inner").Interface().(adk.Agent))
	case "planexecute.planner", "planexecute.replanner":
		d.Type = strings.TrimPrefix(typeName(v), "planexecute.")
	default:
		custom(ctx, d, below, a, v)
	}
}

// custom fills d from a type of the program. If the type embeds an agent, it
// is a wrapper, and what counts is inside.
func custom(ctx context.Context, d *Agent, below *[]adk.Agent, a adk.Agent, v reflect.Value) {
	v = reflect.Indirect(v)
	if v.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(v.Type()) {
			inner, ok := v.FieldByIndex(f.Index).Interface().(adk.Agent)
			if f.Anonymous && ok {
				d.Wraps = append(d.Wraps, typeName(v))
				unwrap(ctx, d, below, inner)
				return
			}
		}
	}
	d.Type = "custom"
}

// subs reads the field subAgents of v, a slice of *flowAgent.
func subs(ctx context.Context, d *Agent, below *[]adk.Agent, v reflect.Value) {
	all := field(v, "subAgents")
	for i := range all.Len() {
		sub := all.Index(i).Interface().(adk.Agent)
		d.SubAgents = append(d.SubAgents, sub.Name(ctx))
		*below = append(*below, sub)
	}
}

func chatModel(ctx context.Context, d *Agent, below *[]adk.Agent, a *adk.ChatModelAgent) {
	v := reflect.ValueOf(a)
	d.Type = "chat_model"
	d.MaxIterations = int(field(v, "maxIterations").Int())
	config := field(v, "toolsConfig").Interface().(adk.ToolsConfig)
	d.Tools = append(d.Tools, toolNames(ctx, brought(ctx, v, config.Tools))...)
	d.ReturnDirectly = slices.Sorted(maps.Keys(config.ReturnDirectly))
	for _, t := range config.Tools {
		if tv := reflect.ValueOf(t); strings.HasPrefix(typeName(tv), "adk.typedAgentTool") {
			inner := field(tv, "agent").Interface().(adk.Agent)
			d.AgentTools = append(d.AgentTools, inner.Name(ctx))
			*below = append(*below, inner)
		}
	}
	if exit, ok := field(v, "exit").Interface().(tool.BaseTool); ok && exit != nil {
		d.Exit = toolNames(ctx, []tool.BaseTool{exit})[0]
	}
	for _, s := range field(v, "subAgents").Interface().([]adk.Agent) {
		d.MayTransferTo = append(d.MayTransferTo, s.Name(ctx))
	}
	parent, ok := field(v, "parentAgent").Interface().(adk.Agent)
	if ok && parent != nil && !field(v, "disallowTransferToParent").Bool() {
		d.MayTransferTo = append(d.MayTransferTo, parent.Name(ctx))
	}
}

// brought returns the tools that an agent has when it runs: its middleware adds some, and its
// handlers get them all and return those that it is to have.
func brought(ctx context.Context, v reflect.Value, tools []tool.BaseTool) []tool.BaseTool {
	tools = slices.Clone(tools)
	for _, m := range field(v, "middlewares").Interface().([]adk.AgentMiddleware) {
		tools = append(tools, m.AdditionalTools...)
	}
	run := &adk.ChatModelAgentContext{Tools: tools}
	for _, h := range field(v, "handlers").Interface().([]adk.ChatModelAgentMiddleware) {
		var err error
		if ctx, run, err = h.BeforeAgent(ctx, run); err != nil {
			panic(err)
		}
	}
	return run.Tools
}

// typeName returns the type of v as one writes it, without pointers and
// without type arguments.
func typeName(v reflect.Value) string {
	name := strings.TrimLeft(v.Type().String(), "*")
	name, _, _ = strings.Cut(name, "[")
	if name == "adk.TypedChatModelAgent" {
		return "adk.ChatModelAgent"
	}
	return name
}
