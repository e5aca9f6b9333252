package template

import (
	"context"
	"strings"
	"text/template"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

var letter = template.Must(template.New("letter").Parse("Dear customer,\n{{.Text}}\n"))

// Fill puts what the model wrote into a template of the program's.
func Fill() (tool.InvokableTool, error) {
	return utils.InferTool("fill", "Writes a letter.", func(_ context.Context, in renderArgs) (string, error) {
		var out strings.Builder
		err := letter.Execute(&out, in)
		return out.String(), err
	})
}
