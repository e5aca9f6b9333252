// Package service does what tools ask for, in a store.
package service

import (
	"context"
	"fmt"
)

type Store interface {
	Rows(ctx context.Context, statement string) (string, error)
	Write(name, text string) error
}

type Service struct{ store Store }

func New(s Store) *Service { return &Service{s} }

func (s *Service) Query(ctx context.Context, where string) (string, error) {
	return s.store.Rows(ctx, "select * from orders where "+where)
}

func (s *Service) Count(ctx context.Context, limit int) (string, error) {
	return s.store.Rows(ctx, fmt.Sprintf("select count(*) from orders limit %d", limit))
}

func (s *Service) Save(name, text string) error { return s.store.Write(name, text) }
