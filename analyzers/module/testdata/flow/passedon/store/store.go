// Package store has files.
package store

import "os"

type Disk struct{}

func (*Disk) Drop(path string) error { return os.RemoveAll(path) }
