package main

// This file ends a run that somebody ends.

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// errInterrupted says that somebody ended the run.
var errInterrupted = errors.New("interrupted")

// untilSignal returns a context that ends when somebody ends the run: with Ctrl-C, as CI does with
// SIGTERM, or by closing the terminal, unless the run is to survive that, as under nohup.
func untilSignal() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), signals...)
}
