module github.com/charmbracelet/bubbletea

go 1.25
