// Command manyways decides by functions that are called in so many ways that not all are looked at.
package main

import (
	"bufio"
	"context"
	"flag"
	"os"
	"strings"

	"shapes/model"
)

var (
	tools   = map[string]func(string) string{"read": read, "remove": remove}
	verbose = flag.Bool("verbose", false, "say more")
)

func main() {
	flag.Parse()
	history := []model.Message{{Role: "user", Content: flag.Arg(0)}}
	if flag.NArg() > 1 {
		unasked(history)
		return
	}
	doubtful(history)
}

// Nobody is asked, whatever comes of it.
func unasked(history []model.Message) {
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 || idle0(true) {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

// Somebody is, and what comes of it is not known.
func doubtful(history []model.Message) {
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 || asks0(true) {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

func do(call model.Call) model.Message {
	run := tools[call.Function.Name]
	if run == nil {
		return model.Message{Role: "tool", ToolCallID: call.ID, Content: "no such tool"}
	}
	return model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return path + " is gone"
}

func confirm() bool {
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "yes"
}

func idle0(a bool) bool { return idle1(a, true) || idle1(a, false) }

func idle1(a, b bool) bool { return idle2(a, b, true) || idle2(a, b, false) }

func idle2(a, b, c bool) bool { return idle3(a, b, c, true) || idle3(a, b, c, false) }

func idle3(a, b, c, d bool) bool { return idle4(a, b, c, d, true) || idle4(a, b, c, d, false) }

func idle4(a, b, c, d, e bool) bool { return idle5(a, b, c, d, e, true) || idle5(a, b, c, d, e, false) }

func idle5(a, b, c, d, e, f bool) bool {
	return idle6(a, b, c, d, e, f, true) || idle6(a, b, c, d, e, f, false)
}

func idle6(a, b, c, d, e, f, g bool) bool {
	return idle7(a, b, c, d, e, f, g, true) || idle7(a, b, c, d, e, f, g, false)
}

func idle7(a, b, c, d, e, f, g, h bool) bool {
	return idle8(a, b, c, d, e, f, g, h, true) || idle8(a, b, c, d, e, f, g, h, false)
}

func idle8(a, b, c, d, e, f, g, h, i bool) bool {
	return idle9(a, b, c, d, e, f, g, h, i, true) || idle9(a, b, c, d, e, f, g, h, i, false)
}

func idle9(a, b, c, d, e, f, g, h, i, j bool) bool {
	return idle10(a, b, c, d, e, f, g, h, i, j, true) || idle10(a, b, c, d, e, f, g, h, i, j, false)
}

func idle10(a, b, c, d, e, f, g, h, i, j, k bool) bool {
	return idle11(a, b, c, d, e, f, g, h, i, j, k, true) || idle11(a, b, c, d, e, f, g, h, i, j, k, false)
}

func idle11(a, b, c, d, e, f, g, h, i, j, k, l bool) bool {
	return idle12(a, b, c, d, e, f, g, h, i, j, k, l, true) || idle12(a, b, c, d, e, f, g, h, i, j, k, l, false)
}

func idle12(a, b, c, d, e, f, g, h, i, j, k, l, m bool) bool {
	return (a || b || c || d || e || f || g || h || i || j || k || l || m) && *verbose
}

func asks0(a bool) bool { return asks1(a, true) || asks1(a, false) }

func asks1(a, b bool) bool { return asks2(a, b, true) || asks2(a, b, false) }

func asks2(a, b, c bool) bool { return asks3(a, b, c, true) || asks3(a, b, c, false) }

func asks3(a, b, c, d bool) bool { return asks4(a, b, c, d, true) || asks4(a, b, c, d, false) }

func asks4(a, b, c, d, e bool) bool { return asks5(a, b, c, d, e, true) || asks5(a, b, c, d, e, false) }

func asks5(a, b, c, d, e, f bool) bool {
	return asks6(a, b, c, d, e, f, true) || asks6(a, b, c, d, e, f, false)
}

func asks6(a, b, c, d, e, f, g bool) bool {
	return asks7(a, b, c, d, e, f, g, true) || asks7(a, b, c, d, e, f, g, false)
}

func asks7(a, b, c, d, e, f, g, h bool) bool {
	return asks8(a, b, c, d, e, f, g, h, true) || asks8(a, b, c, d, e, f, g, h, false)
}

func asks8(a, b, c, d, e, f, g, h, i bool) bool {
	return asks9(a, b, c, d, e, f, g, h, i, true) || asks9(a, b, c, d, e, f, g, h, i, false)
}

func asks9(a, b, c, d, e, f, g, h, i, j bool) bool {
	return asks10(a, b, c, d, e, f, g, h, i, j, true) || asks10(a, b, c, d, e, f, g, h, i, j, false)
}

func asks10(a, b, c, d, e, f, g, h, i, j, k bool) bool {
	return asks11(a, b, c, d, e, f, g, h, i, j, k, true) || asks11(a, b, c, d, e, f, g, h, i, j, k, false)
}

func asks11(a, b, c, d, e, f, g, h, i, j, k, l bool) bool {
	return asks12(a, b, c, d, e, f, g, h, i, j, k, l, true) || asks12(a, b, c, d, e, f, g, h, i, j, k, l, false)
}

func asks12(a, b, c, d, e, f, g, h, i, j, k, l, m bool) bool {
	return (a || b || c || d || e || f || g || h || i || j || k || l || m) && confirm()
}
