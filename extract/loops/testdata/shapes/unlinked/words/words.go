// Package words has the types in which the vendors of models and who runs tools talk, and a list
// of vendors, which these join when they are imported.
package words

import "context"

// A Call is what a model wants called.
type Call struct{ Name, Args string }

// A Vendor asks a model.
type Vendor interface {
	Ask(ctx context.Context, text string) ([]Call, error)
}

var vendors []Vendor

// Join adds a vendor.
func Join(v Vendor) { vendors = append(vendors, v) }

// First returns a vendor.
func First() Vendor { return vendors[0] }
