// Command refunddesk answers one mail given on the command line, offline.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	refund "example.com/einoagents/refund/clean"

	"example.com/einoagents/internal/fakemodel"
	"example.com/einoagents/internal/memstore"
)

func main() {
	ctx := context.Background()
	desk, err := refund.NewDesk(ctx, refund.Config{
		Model: fakemodel.New("Thank you for your mail."),
		Store: memstore.New(),
	})
	if err != nil {
		log.Fatal(err)
	}
	reply, err := desk.Invoke(ctx, map[string]any{"mail": strings.Join(os.Args[1:], " ")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reply.Content)
}
