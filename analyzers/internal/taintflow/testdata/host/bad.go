// Package host calls services for a model.
package host

import (
	"context"
	"net/http"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type getArgs struct {
	URL  string `json:"url"`
	Name string `json:"name"`
}

// Get calls whatever the model names.
func Get() (tool.InvokableTool, error) {
	return utils.InferTool("get", "Reads a page.", func(ctx context.Context, in getArgs) (string, error) {
		return call(ctx, in.URL)
	})
}

func call(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // want `taint/effect: what a model chooses for "get" decides which host is called: http.NewRequestWithContext`
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

// GetOf puts the model's word where the host is.
func GetOf() (tool.InvokableTool, error) {
	return utils.InferTool("get_of", "Asks a service.", func(_ context.Context, in getArgs) (string, error) {
		resp, err := http.Get("https://" + in.Name + "/status") // want `taint/effect: what a model chooses for "get_of" decides which host is called: http.Get`
		if err != nil {
			return "", err
		}
		return resp.Status, resp.Body.Close()
	})
}

// GetBelow puts it behind a host that does not end there.
func GetBelow() (tool.InvokableTool, error) {
	return utils.InferTool("get_below", "Asks a service.", func(_ context.Context, in getArgs) (string, error) {
		resp, err := http.Get("https://" + region() + ".example.com" + in.Name + "?all") // want `taint/effect: what a model chooses for "get_below" decides which host is called: http.Get`
		if err != nil {
			return "", err
		}
		return resp.Status, resp.Body.Close()
	})
}

func region() string { return "eu" }
