// Package htmlpage is what the pages of HTML that crdtool writes have in common: text in
// it is escaped, colours and type, light and dark, are the same, and a page loads nothing
// and runs nothing but its own script, if it has one.
//
// It does without html/template, since that would make all of the program larger by a
// quarter; see TestNoTemplates.
package htmlpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strings"

	"github.com/crdtool/crdtool/internal/text/safetext"
)

//go:embed base.css
var base string

// escaper is html.EscapeString, and replaces what HTML has no way to write.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\x00", "\ufffd")

// Text returns the HTML that shows a text of a file, also as the value of an attribute in quotes.
func Text(s string) string { return escaper.Replace(safetext.Lines(s)) }

// Code returns a text as code.
func Code(s string) string { return "<code>" + Text(s) + "</code>" }

// Block returns code on lines of its own.
func Block(s string) string { return `<pre tabindex="0">` + Code(s) + "</pre>" }

// Head returns the beginning of a page, through <body>, with the common style, that of
// the page and the policy that lets it use these, and run its script; "" for none.
func Head(title, style, script string) string {
	style = base + style
	policy := "default-src 'none'; style-src " + hash(style)
	if script != "" {
		policy += "; script-src " + hash(script)
	}
	policy += "; base-uri 'none'; form-action 'none'"
	return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		`<meta http-equiv="Content-Security-Policy" content="` + Text(policy) + "\">\n" +
		"<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n" +
		"<title>" + Text(title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n"
}

// hash is what a content security policy calls a style or a script.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
