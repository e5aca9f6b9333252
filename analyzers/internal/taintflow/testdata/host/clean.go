package host

import (
	"context"
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
	resp, err := http.Get(address)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}
