// Package remote runs commands on other machines for a model.
package remote

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"golang.org/x/crypto/ssh"
)

type runArgs struct {
	Host string `json:"host"`
	Line string `json:"line"`
}

// Run runs a line on a machine, both of the model's choice. Quoting it for Go does not quote it for a shell.
func Run(config *ssh.ClientConfig) (tool.InvokableTool, error) {
	return utils.InferTool("run", "Runs a line on a machine.", func(_ context.Context, in runArgs) (string, error) {
		client, err := ssh.Dial("tcp", in.Host+":22", config) // want `taint/effect: what a model chooses for "run" decides which host is called: ssh.Dial`
		if err != nil {
			return "", err
		}
		defer client.Close()
		session, err := client.NewSession()
		if err != nil {
			return "", err
		}
		out, err := session.CombinedOutput(fmt.Sprintf("sh -c %q", in.Line)) // want `taint/effect: what a model chooses for "run" becomes a command: ssh.Session.CombinedOutput`
		return string(out), err
	})
}

// Load lists a folder of the one machine there is.
func Load(client *ssh.Client) (tool.InvokableTool, error) {
	return utils.InferTool("load", "Lists a folder.", func(_ context.Context, in runArgs) (string, error) {
		session, err := client.NewSession()
		if err != nil {
			return "", err
		}
		out, err := session.Output("ls " + in.Line) // want `taint/effect: what a model chooses for "load" becomes a command: ssh.Session.Output`
		return string(out), err
	})
}
