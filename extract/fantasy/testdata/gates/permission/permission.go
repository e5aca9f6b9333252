// Package permission has a service that asks somebody, and is not seen.
package permission

import "context"

type Request struct{ Path string }

type Service interface {
	Request(ctx context.Context, r Request) (bool, error)
}
