/** A style sheet to adopt: a strict policy of a host page allows it, but no style element. */
export function sheetOf(css: string): CSSStyleSheet {
	const sheet = new CSSStyleSheet()
	sheet.replaceSync(css)
	return sheet
}
