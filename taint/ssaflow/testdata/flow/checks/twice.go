package checks

import (
	"encoding/json"
	"os"
	"os/exec"
)

func oneOf() {
	var in args
	json.Unmarshal([]byte(os.Getenv("P")), &in)
	if in.Path != "uptime" && in.Path != "date" {
		return
	}
	exec.Command(in.Path).Output()
}

func oneOfEach() {
	for range 3 {
		var in args
		json.Unmarshal([]byte(os.Getenv("P")), &in)
		if in.Path != "uptime" && in.Path != "date" {
			continue
		}
		exec.Command(in.Path).Output()
	}
}

func oneOfBefore() {
	var in args
	for range 3 {
		json.Unmarshal([]byte(os.Getenv("P")), &in) // @Source(oneOfBefore)
		if in.Path != "uptime" && in.Path != "date" {
			json.Unmarshal([]byte(os.Getenv("P")), &in) // @Source(oneOfBefore2)
		}
		exec.Command(in.Path).Output() // @Sink(oneOfBefore, oneOfBefore2)
	}
}

func oneOfLess() {
	var in args
	json.Unmarshal([]byte(os.Getenv("P")), &in) // @Source(oneOfLess)
	if in.Path != "uptime" && os.Getenv("Q") != "date" {
		return
	}
	exec.Command(in.Path).Output() // @Sink(oneOfLess) the second condition is of something else
}
