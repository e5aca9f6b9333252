// Command gemini writes files where its model says, and nothing limits what.
package main

import (
	"context"
	"os"

	"google.golang.org/genai"
)

func main() {
	ctx := context.Background()
	client, err := genai.NewClient(ctx, nil)
	if err != nil {
		panic(err)
	}
	contents := []*genai.Content{genai.NewContentFromText("hi", genai.RoleUser)}
	config := &genai.GenerateContentConfig{Tools: []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{{Name: "write_file"}}}}}
	for i := 0; i < 10; i++ {
		resp, err := client.Models.GenerateContent(ctx, "gemini-2.0-flash", contents, config)
		if err != nil {
			panic(err)
		}
		contents = append(contents, resp.Candidates[0].Content)
		calls := resp.FunctionCalls()
		if len(calls) == 0 {
			return
		}
		for _, fc := range calls {
			result := map[string]any{}
			switch fc.Name {
			case "write_file":
				path := fc.Args["path"].(string)
				content, _ := fc.Args["content"].(string)
				if err := os.WriteFile(path, []byte(content), 0o644); err != nil { // DEFECT taint/effect os.WriteFile: any file
					result["error"] = err.Error()
				}
			}
			contents = append(contents, genai.NewContentFromFunctionResponse(fc.Name, result, genai.RoleUser))
		}
	}
}
