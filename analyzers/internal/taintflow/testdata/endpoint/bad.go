// Package endpoint has tools that ask a service.
package endpoint

import (
	"context"
	"fmt"
	"net/http"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type thingArgs struct {
	ID string `json:"id"`
}

type client struct {
	base string
	http http.Client
}

func (c *client) do(ctx context.Context, method, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, nil) // want `taint/endpoint: what a model chooses for "get_thing" decides which part of a host is called: http.NewRequestWithContext; the same goes for one more tool`
	if err != nil {
		return "", err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

// Remove puts the number of a thing into an address as it is: "1/../../users/2" is another one.
func Remove(c *client) (tool.InvokableTool, error) {
	return utils.InferTool("remove_thing", "Removes a thing.", func(ctx context.Context, in thingArgs) (string, error) {
		return c.do(ctx, http.MethodDelete, "/things/"+in.ID)
	})
}

// Get does so in the middle.
func Get(c *client) (tool.InvokableTool, error) {
	return utils.InferTool("get_thing", "Shows a thing.", func(ctx context.Context, in thingArgs) (string, error) {
		return c.do(ctx, http.MethodGet, fmt.Sprintf("/things/%s/parts", in.ID))
	})
}

// Status has the host beside it.
func Status(host string) (tool.InvokableTool, error) {
	return utils.InferTool("status", "Says how a thing is.", func(ctx context.Context, in thingArgs) (string, error) {
		resp, err := http.Get("https://" + host + "/things/" + in.ID) // want `taint/endpoint: what a model chooses for "status" decides which part of a host is called: http.Get`
		if err != nil {
			return "", err
		}
		return resp.Status, resp.Body.Close()
	})
}
