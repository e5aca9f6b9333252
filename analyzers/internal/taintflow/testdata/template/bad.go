// Package template fills templates for a model.
package template

import (
	"context"
	"strings"
	"text/template"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type renderArgs struct {
	Text string `json:"text"`
}

// Render runs what the model wrote as a template, with all that the data can do.
func Render(data any) (tool.InvokableTool, error) {
	return utils.InferTool("render", "Fills in a text.", func(_ context.Context, in renderArgs) (string, error) {
		t, err := template.New("letter").Parse(in.Text) // want `taint/effect: what a model chooses for "render" is run as a template: template.Template.Parse`
		if err != nil {
			return "", err
		}
		var out strings.Builder
		err = t.Execute(&out, data)
		return out.String(), err
	})
}
