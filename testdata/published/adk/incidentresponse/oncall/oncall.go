// Package oncall is what an incident response can look at, and what it can do to
// the cluster.
package oncall

import (
	"fmt"
	"strings"

	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
)

type queryArgs struct {
	Service string `json:"service"`
	Minutes int    `json:"minutes"`
}

type lines struct {
	Lines []string `json:"lines"`
}

type target struct {
	Service string `json:"service"`
}

type done struct {
	Status string `json:"status"`
}

// reader returns a handler that reads one system.
func reader(system, line string) func(agent.Context, queryArgs) (lines, error) {
	return func(_ agent.Context, a queryArgs) (lines, error) {
		if a.Minutes < 1 || a.Minutes > 120 {
			return lines{}, fmt.Errorf("%s: %d minutes", system, a.Minutes)
		}
		return lines{[]string{a.Service + ": " + line}}, nil
	}
}

func restart(_ agent.Context, t target) (done, error) {
	if strings.HasPrefix(t.Service, "db") {
		return done{}, fmt.Errorf("kubectl_restart: %s is no stateless service", t.Service)
	}
	return done{"restarted " + t.Service}, nil
}

func rollBack(_ agent.Context, t target) (done, error) {
	return done{t.Service + " has its last configuration"}, nil
}

// Eyes are the tools that look at the cluster, by what they read.
type Eyes struct {
	Logs, Metrics, Traces []tool.Tool
}

// Open returns the tools that look.
func Open() (*Eyes, error) {
	elk, err := staff.Tool("elk_query", "Searches the logs of the cluster.", reader("elk_query", "out of memory"))
	if err != nil {
		return nil, err
	}
	splunk, err := staff.Tool("splunk_search", "Searches the logs of the edge.", reader("splunk_search", "502"))
	if err != nil {
		return nil, err
	}
	prometheus, err := staff.Tool("prometheus_query", "Reads metrics.", reader("prometheus_query", "memory 100%"))
	if err != nil {
		return nil, err
	}
	jaeger, err := staff.Tool("jaeger_query", "Reads traces.", reader("jaeger_query", "12 s in cart"))
	if err != nil {
		return nil, err
	}
	return &Eyes{
		Logs:    []tool.Tool{elk, splunk},
		Metrics: []tool.Tool{prometheus},
		Traces:  []tool.Tool{jaeger},
	}, nil
}

// Hands returns the tools that change the cluster.
func Hands() ([]tool.Tool, error) {
	again, err := staff.Tool("kubectl_restart", "Restarts a service. Open requests are lost.", restart)
	if err != nil {
		return nil, err
	}
	back, err := staff.Tool("config_rollback", "Puts the last configuration back.", rollBack)
	if err != nil {
		return nil, err
	}
	return []tool.Tool{again, back}, nil
}
