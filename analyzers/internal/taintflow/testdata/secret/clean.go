package secret

import (
	"context"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type reply struct {
	Code int    `json:"code"`
	Text string `json:"text"`
}

// Ask shows its key to the service that gave it, and to nobody else.
func Ask() (tool.InvokableTool, error) {
	return utils.InferTool("ask", "Asks the service.", func(ctx context.Context, in statusArgs) (reply, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.com/status", nil)
		if err != nil {
			return reply{}, err
		}
		req.Header.Set("Authorization", "Bearer "+os.Getenv("SERVICE_TOKEN"))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return reply{}, err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		return reply{resp.StatusCode, string(text)}, err
	})
}

// Region logs a setting that is no secret.
func Region() string {
	region := os.Getenv("REGION")
	log.Printf("starting in %s", region)
	return region
}

// Check logs whether there is a key.
func Check() {
	if os.Getenv("SERVICE_API_KEY") == "" {
		log.Print("no key")
	}
}

// Setting reads variables of this program only.
func Setting() (tool.InvokableTool, error) {
	return utils.InferTool("setting", "Reads a setting.", func(_ context.Context, in envArgs) (string, error) {
		return os.Getenv("DESK_SETTING_" + in.Name), nil
	})
}

var settings = map[string]bool{"LANG": true, "TZ": true}

// Locale reads some that are listed.
func Locale() (tool.InvokableTool, error) {
	return utils.InferTool("locale", "Reads a setting.", func(_ context.Context, in envArgs) (string, error) {
		if !settings[in.Name] {
			return "", nil
		}
		return os.Getenv(in.Name), nil
	})
}
