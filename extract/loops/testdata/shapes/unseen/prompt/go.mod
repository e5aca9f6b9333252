module example.com/prompt

go 1.25
