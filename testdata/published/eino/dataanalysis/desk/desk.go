// Package desk holds the tools and the prompts of a crew of data analysts. It has
// a manager, who decides who works on a request, and a reporter, who writes up
// what came of it.
package desk

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/published/internal/crew"
)

// Names of the members.
const (
	Manager    = "manager"
	Collector  = "collector"
	Cleaner    = "cleaner"
	Analyst    = "analyst"
	Visualizer = "visualizer"
	Reporter   = "reporter"
)

// ManagerPrompt opens every conversation.
const ManagerPrompt = `You lead a crew of data analysts. Ask for a tool, or answer ANALYZE and a question
for the analyst. The collector has sql_query and api_fetch, the cleaner drop_duplicates,
the visualizer matplotlib_render.`

// ByTool gives the work to the member that has the tool which the manager asked
// for, and to the analyst if it asked for none.
func ByTool(_ context.Context, order *schema.Message) (string, error) {
	if len(order.ToolCalls) == 0 {
		return Analyst, nil
	}
	switch name := order.ToolCalls[0].Function.Name; name {
	case "sql_query", "api_fetch":
		return Collector, nil
	case "drop_duplicates":
		return Cleaner, nil
	case "matplotlib_render":
		return Visualizer, nil
	default:
		return "", fmt.Errorf("nobody has the tool %q", name)
	}
}

// Analyse lets a model think about numbers.
func Analyse(m model.BaseChatModel) *compose.Lambda {
	return compose.InvokableLambda(func(ctx context.Context, order *schema.Message) ([]*schema.Message, error) {
		text, err := crew.Ask(ctx, m, "You are a careful statistician.", "%s", strings.TrimPrefix(order.Content, "ANALYZE"))
		if err != nil {
			return nil, err
		}
		return []*schema.Message{schema.UserMessage("Findings: " + text)}, nil
	})
}

type queryArgs struct {
	SQL string `json:"sql" jsonschema:"description=one SELECT"`
}

// Query returns the tool that reads the warehouse.
func Query() (tool.InvokableTool, error) {
	return utils.InferTool("sql_query", "Read from the warehouse.", func(_ context.Context, a queryArgs) (string, error) {
		if !strings.HasPrefix(strings.ToUpper(strings.TrimSpace(a.SQL)), "SELECT ") {
			return "", errors.New("sql_query: SELECT only")
		}
		return "north 12\nsouth 9\nnorth 12", nil
	})
}

type fetchArgs struct {
	Dataset string `json:"dataset"`
}

// Fetch returns the tool that reads the open data of a city.
func Fetch() (tool.InvokableTool, error) {
	return utils.InferTool("api_fetch", "Read a public data set.", func(_ context.Context, a fetchArgs) (string, error) {
		return a.Dataset + ": 3 rows", nil
	})
}

type cleanArgs struct {
	Rows []string `json:"rows"`
}

// DropDuplicates returns the tool that cleans rows.
func DropDuplicates() (tool.InvokableTool, error) {
	return utils.InferTool("drop_duplicates", "Sort rows and keep each once.", func(_ context.Context, a cleanArgs) (string, error) {
		rows := append([]string(nil), a.Rows...)
		sort.Strings(rows)
		var kept []string
		for i, row := range rows {
			if i == 0 || row != rows[i-1] {
				kept = append(kept, row)
			}
		}
		return strings.Join(kept, "\n"), nil
	})
}

type chartArgs struct {
	Title  string    `json:"title"`
	Values []float64 `json:"values"`
}

// Render returns the tool that draws charts.
func Render() (tool.InvokableTool, error) {
	return utils.InferTool("matplotlib_render", "Draw a bar chart.", func(_ context.Context, a chartArgs) (string, error) {
		lines := []string{a.Title}
		for _, v := range a.Values {
			lines = append(lines, strings.Repeat("█", int(v)))
		}
		return strings.Join(lines, "\n"), nil
	})
}
