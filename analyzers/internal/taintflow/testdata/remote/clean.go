package remote

import (
	"context"
	"errors"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"golang.org/x/crypto/ssh"
)

var hosts = map[string]string{"web": "web.example.com:22", "mail": "mail.example.com:22"}

// Uptime runs one command, on one of the program's machines.
func Uptime(config *ssh.ClientConfig) (tool.InvokableTool, error) {
	return utils.InferTool("uptime", "Tells since when a machine runs.", func(_ context.Context, in runArgs) (string, error) {
		addr, ok := hosts[in.Host]
		if !ok {
			return "", errors.New("no such machine")
		}
		client, err := ssh.Dial("tcp", addr, config)
		if err != nil {
			return "", err
		}
		defer client.Close()
		session, err := client.NewSession()
		if err != nil {
			return "", err
		}
		out, err := session.CombinedOutput("uptime")
		return string(out), err
	})
}
