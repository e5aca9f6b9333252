package model

import "context"

type Request struct{}
type Response struct{}
type Message struct{ Content string }

type Model interface {
	GenerateContent(ctx context.Context, request *Request) (<-chan *Response, error)
}
