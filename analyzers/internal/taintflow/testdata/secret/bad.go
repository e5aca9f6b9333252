// Package secret handles keys.
package secret

import (
	"context"
	"log"
	"os"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type statusArgs struct {
	Verbose bool `json:"verbose"`
}

type status struct {
	Up  bool   `json:"up"`
	Key string `json:"key"`
}

// Status tells the model more than it needs.
func Status() (tool.InvokableTool, error) {
	return utils.InferTool("status", "Says how the service is.", func(_ context.Context, in statusArgs) (status, error) { // want `taint/secret: a secret from os.Getenv ends up in what tool status tells a model`
		return status{Up: true, Key: os.Getenv("SERVICE_API_KEY")}, nil
	})
}

type echoArgs struct {
	Text string `json:"text"`
}

// Desk gives a model the status, and a tool that says again what it is told: that is no news to the model.
func Desk(ctx context.Context) (adk.Agent, error) {
	status, err := Status()
	if err != nil {
		return nil, err
	}
	echo, err := utils.InferTool("echo", "Says it again.", func(_ context.Context, in echoArgs) (string, error) { return in.Text, nil })
	if err != nil {
		return nil, err
	}
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "desk", ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{
		Tools: []tool.BaseTool{status, echo},
	}}})
}

// Start logs how it was started.
func Start() {
	token := os.Getenv("SERVICE_TOKEN")
	log.Printf("starting with %s", token) // want `taint/secret: a secret from os.Getenv ends up in a log`
}

// Agent has a password in its instructions.
func Agent() *adk.ChatModelAgentConfig {
	c := &adk.ChatModelAgentConfig{Name: "clerk"}
	c.Instruction = "The password of the archive is " + os.Getenv("ARCHIVE_PASSWORD") // want `taint/secret: a secret from os.Getenv ends up in the instructions of a model`
	return c
}

type envArgs struct {
	Name string `json:"name"`
}

// Env tells the model whatever it asks for.
func Env() (tool.InvokableTool, error) {
	return utils.InferTool("env", "Reads a setting.", func(_ context.Context, in envArgs) (string, error) {
		return os.Getenv(in.Name), nil // want `taint/secret: what a model chooses for "env" decides which variable of the environment is read, a secret as well as any other: os.Getenv`
	})
}
