// Package statement queries a database for a model.
package statement

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type findArgs struct {
	Name  string `json:"name"`
	Limit int    `json:"limit"`
}

// Find writes the name into the statement.
func Find(db *sql.DB) (tool.InvokableTool, error) {
	return utils.InferTool("find", "Finds a customer.", func(ctx context.Context, in findArgs) (string, error) {
		query := fmt.Sprintf("SELECT city FROM customers WHERE name = '%s'", in.Name)
		var city string
		err := db.QueryRowContext(ctx, query).Scan(&city) // want `taint/effect: what a model chooses for "find" becomes the text of a database statement: sql.DB.QueryRowContext`
		return city, err
	})
}
