package endpoint

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strconv"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// Escaped is one part of the way, whatever it is.
func Escaped(c *client) (tool.InvokableTool, error) {
	return utils.InferTool("escaped", "Removes a thing.", func(ctx context.Context, in thingArgs) (string, error) {
		return c.do(ctx, http.MethodDelete, "/things/"+url.PathEscape(in.ID))
	})
}

// Asked stands in the query.
func Asked(c *client) (tool.InvokableTool, error) {
	return utils.InferTool("asked", "Shows a thing.", func(ctx context.Context, in thingArgs) (string, error) {
		return c.do(ctx, http.MethodGet, "/things?id="+in.ID)
	})
}

// Values does, too.
func Values(c *client) (tool.InvokableTool, error) {
	return utils.InferTool("values", "Shows a thing.", func(ctx context.Context, in thingArgs) (string, error) {
		v := url.Values{"id": {in.ID}}
		return c.do(ctx, http.MethodGet, "/things?"+v.Encode())
	})
}

var ids = regexp.MustCompile(`^[a-z0-9-]+$`)

// Named is a name.
func Named(c *client) (tool.InvokableTool, error) {
	return utils.InferTool("named", "Removes a thing.", func(ctx context.Context, in thingArgs) (string, error) {
		if !ids.MatchString(in.ID) {
			return "", errors.New("no name of a thing")
		}
		return c.do(ctx, http.MethodDelete, "/things/"+in.ID)
	})
}

// Numbered is a number.
func Numbered(c *client) (tool.InvokableTool, error) {
	return utils.InferTool("numbered", "Removes a thing.", func(ctx context.Context, in thingArgs) (string, error) {
		n, err := strconv.Atoi(in.ID)
		if err != nil {
			return "", err
		}
		return c.do(ctx, http.MethodDelete, "/things/"+strconv.Itoa(n))
	})
}
