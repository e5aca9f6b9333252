package statement

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// FindSafely hands the name over beside the statement.
func FindSafely(db *sql.DB) (tool.InvokableTool, error) {
	return utils.InferTool("find_safely", "Finds a customer.", func(ctx context.Context, in findArgs) (string, error) {
		var city string
		err := db.QueryRowContext(ctx, "SELECT city FROM customers WHERE name = ?", in.Name).Scan(&city)
		return city, err
	})
}

// First writes a number into the statement.
func First(db *sql.DB) (tool.InvokableTool, error) {
	return utils.InferTool("first", "Lists customers.", func(ctx context.Context, in findArgs) (string, error) {
		var name string
		err := db.QueryRowContext(ctx, fmt.Sprintf("SELECT name FROM customers LIMIT %d", in.Limit)).Scan(&name)
		return name, err
	})
}

// columns are those that the model may ask for, by the names that it knows.
var columns = map[string]string{"city": "c_city", "street": "c_street"}

// Column chooses from a table of the program's.
func Column(db *sql.DB) (tool.InvokableTool, error) {
	return utils.InferTool("column", "Shows a column.", func(ctx context.Context, in findArgs) (string, error) {
		var value string
		err := db.QueryRowContext(ctx, "SELECT "+columns[in.Name]+" FROM customers").Scan(&value)
		return value, err
	})
}
