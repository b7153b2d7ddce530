// Package htmlpage has the common parts of crdtool's HTML pages: text is escaped, colours and fonts are the same,
// light and dark, and a page loads nothing and runs only its own script, if it has one.
//
// It does not use html/template, which would make the program larger by a quarter; see TestNoTemplates.
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

// escaper escapes like html.EscapeString, and replaces the zero byte, which HTML cannot have.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\x00", "\ufffd")

// Text returns the HTML of a text from a file, also for an attribute in quotes.
func Text(s string) string { return escaper.Replace(safetext.Lines(s)) }

// Code returns a text as code.
func Code(s string) string { return "<code>" + Text(s) + "</code>" }

// Block returns code on lines of its own.
func Block(s string) string { return `<pre tabindex="0">` + Code(s) + "</pre>" }

// Head returns the beginning of a page, up to <body>. It has the common style, the style of the page, and a policy
// that allows only these styles and the script; script may be "".
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

// hash returns the name of a style or script in a content security policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
