// Package store knows nobody above it.
package store

import (
	"context"
	"database/sql"
	"os"
)

type Disk struct{ DB *sql.DB }

func (d Disk) Rows(ctx context.Context, statement string) (string, error) {
	rows, err := d.DB.QueryContext(ctx, statement)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var out string
	rows.Scan(&out)
	return out, rows.Err()
}

func (Disk) Write(name, text string) error { return os.WriteFile(name, []byte(text), 0o600) }
