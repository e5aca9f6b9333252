// Package memstore keeps checkpoints in memory, for as long as the process
// lives.
package memstore

import (
	"context"
	"sync"
)

// A Store is a compose.CheckPointStore.
type Store struct {
	mu   sync.Mutex
	data map[string][]byte
}

// New returns an empty store.
func New() *Store { return &Store{data: make(map[string][]byte)} }

// Get returns the checkpoint saved under id.
func (s *Store) Get(_ context.Context, id string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, ok := s.data[id]
	return data, ok, nil
}

// Set saves a checkpoint under id.
func (s *Store) Set(_ context.Context, id string, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data[id] = data
	return nil
}
