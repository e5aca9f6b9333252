package onboarding

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/onboarding/hr"
)

func plan(_ context.Context, h hr.Hire) (hr.Hire, error) {
	h.Name = strings.TrimSpace(h.Name)
	return h, nil
}

func byCountry(_ context.Context, h hr.Hire) (string, error) {
	contracts := map[bool]string{true: nodeDE, false: nodeUS}
	return contracts[h.Country == "de"], nil
}

func byPlace(_ context.Context, h hr.Hire) (node string, err error) {
	node = nodeDesk
	if h.Remote {
		node = nodeLaptop
	}
	return
}

func orderLaptop(_ context.Context, h hr.Hire) (string, error) {
	return "laptop for " + h.Name + " on its way", nil
}

func reserveDesk(_ context.Context, h hr.Hire) (string, error) {
	return "desk for " + h.Name, nil
}

func printBadge(_ context.Context, h hr.Hire) (string, error) {
	return "badge of " + h.Name, nil
}

// welcome writes down what is ready, in a fixed order.
func welcome(_ context.Context, ready map[string]any) ([]*schema.Message, error) {
	var lines []string
	for what, v := range ready {
		lines = append(lines, fmt.Sprintf("%s: %v", what, v))
	}
	slices.Sort(lines)
	return []*schema.Message{
		schema.SystemMessage("Write a letter of welcome."),
		schema.UserMessage(strings.Join(lines, "\n")),
	}, nil
}

// maxLetter is how long a letter may be, in bytes.
const maxLetter = 2000

// byLength reads the letter as it is written and stops when it is too long.
func byLength(_ context.Context, letter *schema.StreamReader[*schema.Message]) (string, error) {
	defer letter.Close()
	size := 0
	for {
		chunk, err := letter.Recv()
		if errors.Is(err, io.EOF) {
			return "end", nil
		}
		if err != nil {
			return "", err
		}
		if size += len(chunk.Content); size > maxLetter {
			return nodeShorten, nil
		}
	}
}

func shorten(_ context.Context, letter *schema.Message) ([]*schema.Message, error) {
	return []*schema.Message{schema.SystemMessage("Shorter."), letter}, nil
}
