package host

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// GetPath calls one host; the model chooses behind it.
func GetPath() (tool.InvokableTool, error) {
	return utils.InferTool("get_path", "Asks for an order.", func(_ context.Context, in getArgs) (string, error) {
		return status("https://api.example.com/orders/" + in.Name)
	})
}

// GetQuery calls one host with a query that the model chooses.
func GetQuery() (tool.InvokableTool, error) {
	return utils.InferTool("get_query", "Searches orders.", func(_ context.Context, in getArgs) (string, error) {
		u := url.URL{Scheme: "https", Host: "api.example.com", Path: "/search"}
		u.RawQuery = url.Values{"q": {in.Name}}.Encode()
		return status(u.String())
	})
}

func status(address string) (string, error) {
	resp, err := http.Get(address) // want `taint/endpoint: what a model chooses for "get_part" decides which part of a host is called: http.Get; the same goes for one more tool`
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

// GetRef has its word in the query, behind what a helper puts the host before.
func GetRef() (tool.InvokableTool, error) {
	return utils.InferTool("get_ref", "Reads a branch.", func(_ context.Context, in getArgs) (string, error) {
		return below("/repos/" + region() + "?ref=" + in.Name)
	})
}

// GetPart has it behind more of a path.
func GetPart() (tool.InvokableTool, error) {
	return utils.InferTool("get_part", "Reads a part.", func(_ context.Context, in getArgs) (string, error) {
		return status("https://" + region() + ".example.com/" + region() + "-" + in.Name)
	})
}

// GetPage has it in a query that is printed.
func GetPage() (tool.InvokableTool, error) {
	return utils.InferTool("get_page", "Reads a page.", func(_ context.Context, in getArgs) (string, error) {
		return status(fmt.Sprintf("https://%s.example.com?page=%s", region(), in.Name))
	})
}

const base = "https://api.example.com"

func below(path string) (string, error) { return status(base + path) }
