// Package desks holds the specialists of the hotel's concierge and what they
// can do.
package desks

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

// A Table is a booking in a restaurant.
type Table struct {
	Restaurant string `json:"restaurant"`
	Guests     int    `json:"guests"`
	Time       string `json:"time"`
}

// A Ride is a booked car.
type Ride struct {
	To   string `json:"to"`
	Time string `json:"time"`
}

// BookTable books a table.
func BookTable() (tool.BaseTool, error) {
	return utils.InferTool("book_table", "Book a table in a restaurant.",
		func(_ context.Context, t Table) (string, error) {
			return fmt.Sprintf("%d guests at %s, %s", t.Guests, t.Restaurant, t.Time), nil
		})
}

// FindRestaurants searches the neighbourhood.
func FindRestaurants() (tool.BaseTool, error) {
	return utils.InferTool("find_restaurants", "Find restaurants near the hotel.",
		func(_ context.Context, wish struct {
			Cuisine string `json:"cuisine"`
		}) ([]string, error) {
			return []string{"Chez " + wish.Cuisine}, nil
		})
}

// OrderCar orders a car.
func OrderCar() (tool.BaseTool, error) {
	return utils.InferTool("order_car", "Order a car to the hotel.",
		func(_ context.Context, r Ride) (string, error) { return "car to " + r.To + " at " + r.Time, nil })
}

// A Desk is a specialist: what it is called, what it is for, and the agent
// behind it.
type Desk struct {
	Name, Purpose string
	Agent         *react.Agent
}

// A Spec describes a desk.
type Spec struct {
	Name, Purpose string
	Tools         []func() (tool.BaseTool, error)
	Final         []string // tools whose result goes to the guest as it is
	Rounds        int
}

// Open builds the desk that s describes.
func (s Spec) Open(ctx context.Context, m model.ToolCallingChatModel) (*Desk, error) {
	var tools []tool.BaseTool
	for _, newTool := range s.Tools {
		t, err := newTool()
		if err != nil {
			return nil, fmt.Errorf("desk %s: %w", s.Name, err)
		}
		tools = append(tools, t)
	}
	final := make(map[string]struct{})
	for _, name := range s.Final {
		final[name] = struct{}{}
	}
	agent, err := react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel:   m,
		ToolsConfig:        compose.ToolsNodeConfig{Tools: tools},
		ToolReturnDirectly: final,
		MaxStep:            2*s.Rounds + 2,
		GraphName:          s.Name,
		MessageModifier: func(_ context.Context, in []*schema.Message) []*schema.Message {
			return append([]*schema.Message{schema.SystemMessage(s.Purpose)}, in...)
		},
	})
	if err != nil {
		return nil, fmt.Errorf("desk %s: %w", s.Name, err)
	}
	return &Desk{Name: s.Name, Purpose: s.Purpose, Agent: agent}, nil
}

// A Job is work to be done in a room.
type Job struct {
	Room string `json:"room"`
	What string `json:"what"`
}

// SendHousekeeping sends somebody to a room.
func SendHousekeeping() (tool.BaseTool, error) {
	return utils.NewTool(&schema.ToolInfo{
		Name: "send_housekeeping",
		Desc: "Send somebody to a room.",
		ParamsOneOf: schema.NewParamsOneOfByParams(map[string]*schema.ParameterInfo{
			"room": {Type: schema.String, Required: true},
			"what": {Type: schema.String},
		}),
	}, func(_ context.Context, j Job) (string, error) { return j.What + " on the way to " + j.Room, nil }), nil
}
