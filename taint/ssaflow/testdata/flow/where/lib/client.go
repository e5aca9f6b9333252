package lib

import "os/exec"

// A Runner runs programs: this one, or one of a test.
type Runner interface {
	Run(name string, args ...string) ([]byte, error)
}

type real struct{}

func (real) Run(name string, args ...string) ([]byte, error) {
	return exec.Command(name, args...).Output() // @Sink(shell) @Sink(any) @Sink(tail) @Sink(deep) @Sink(either)
}

// A Client runs programs by whoever it is made with.
type Client struct{ runner Runner }

func New() *Client { return &Client{runner: real{}} }

func NewWith(r Runner) *Client { return &Client{runner: r} }

func (c *Client) Count(name string) ([]byte, error) { return c.runner.Run("wc", "-l", name) }

func (c *Client) Shell(line string) ([]byte, error) { return c.runner.Run("sh", "-c", line) }

func (c *Client) Any(name, arg string) ([]byte, error) { return c.runner.Run(name, arg) }

func (c *Client) Tail(args ...string) ([]byte, error) {
	return c.runner.Run("docker", append([]string{"exec", "box"}, args...)...)
}

func (c *Client) Either(quick bool, arg string) ([]byte, error) {
	name := "wc"
	if quick {
		name = "bash"
	}
	return c.runner.Run(name, "-c", arg)
}

// Deep has one more function between.
func (c *Client) Deep(name, arg string) ([]byte, error) { return c.Any(name, arg) }

// By runs something by a function of its caller.
func By(run func(string, ...string) ([]byte, error), name, arg string) { run(name, arg) }

func Real(name string, args ...string) ([]byte, error) { return exec.Command(name, args...).Output() } // @Sink(by)
