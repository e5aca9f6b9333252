// Package later switches questions off while a session runs.
package later

import (
	"context"

	claudecode "github.com/severity1/claude-agent-sdk-go"
)

// Run does so with a client that the SDK hands to it.
func Run(ctx context.Context) error {
	return claudecode.WithClient(ctx, func(client claudecode.Client) error {
		if err := client.SetPermissionMode(ctx, claudecode.PermissionModeBypassPermissions); err != nil {
			return err
		}
		return client.Query(ctx, "Go.")
	}, claudecode.WithTools("Bash"), claudecode.WithMaxTurns(3))
}
