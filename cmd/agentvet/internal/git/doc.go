// Package git says which lines of files a revision of git does not have.
//
// The repository is not trusted: its settings can make git run programs, its attributes can hide
// files from git diff, and so can what git believes of the work tree. So git is asked for two
// things only, what a name of a revision stands for (repository.go) and what objects hold
// (object.go). Neither runs what settings name, reads the work tree, or fetches what is missing.
// Files are looked up in the trees of the commit (tree.go), and compared with those on disk here
// (diff.go).
//
// What a revision has is what the repository says it has: whoever can write to the directory
// .git decides that.
//
// Names in this package: r *Revision, o *objects.
package git
