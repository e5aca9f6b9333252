// Package prompt tells models what to do.
package prompt

import (
	"context"
	"io"
	"net/http"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type page struct {
	Text string `json:"text" source:"untrusted"`
}

// Agent does what a page says.
func Agent(p page) *adk.ChatModelAgentConfig {
	return &adk.ChatModelAgentConfig{
		Name:        "clerk",
		Instruction: "Follow these rules: " + p.Text, // want `taint/prompt: data of prompt.page.Text, which is untrusted, becomes part of the instructions of a model`
	}
}

// Describe takes the description of a tool from the network.
func Describe() (tool.InvokableTool, error) {
	resp, err := http.Get("https://example.com/description")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	return utils.InferTool("look", string(text), look) // want `taint/prompt: what is fetched over the network becomes part of the description of a tool or an agent, which models follow`
}

func look(context.Context, page) (string, error) { return "", nil }
