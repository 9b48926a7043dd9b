// Private-use characters around a value: the server fills it into the mail, and the preview tints what lies between.
const start = '\u{e000}'
const end = '\u{e001}'

/** A value of the list that the preview will tint. */
export function markValue(value: string): string {
	return value === '' ? '' : start + value + end
}

/** A text without the marks around values. */
export function withoutMarks(text: string): string {
	return text.replaceAll(start, '').replaceAll(end, '')
}

/** A mail's document for a frame, and the styles to give it there. */
export type FramedMail = { html: string; css: string }

/**
 * Prepares a mail for a frame of this page. The page's content security policy, which a `srcdoc` frame inherits,
 * allows no inline style: styles are moved to attributes and text that `applyStyles` puts in force. Links lead nowhere.
 */
export function frameMail(mail: string): FramedMail {
	let css = ''
	// Moved before parsing: the policy also refuses styles of a parsed document, and reports each.
	const unstyled = mail
		.replace(/<style[^>]*>(.*?)<\/style>/gs, (_, rules: string) => {
			css += rules
			return ''
		})
		.replace(/<[^>]+>/g, (tag) => tag.replace(/\sstyle=(["'])/g, ' data-style=$1'))
	const document = new DOMParser().parseFromString(unstyled, 'text/html')
	for (const link of document.querySelectorAll('a')) link.removeAttribute('href')
	document.title = withoutMarks(document.title)
	for (const text of textsOf(document.body)) tintValues(text)
	return { html: `<!doctype html>${document.documentElement.outerHTML}`, css }
}

/** Puts the styles of a framed mail in force, in the light or the dark theme. */
export function applyStyles(frame: Document, css: string, theme: 'light' | 'dark'): void {
	for (const element of frame.querySelectorAll<HTMLElement>('[data-style]'))
		element.style.cssText = element.dataset.style ?? ''
	const view = frame.defaultView
	if (!view) return
	const sheet = new (view as typeof globalThis & Window).CSSStyleSheet()
	const darkRules = theme === 'dark' ? 'all' : 'not all'
	sheet.replaceSync(css.replace(/\(prefers-color-scheme:\s*dark\)/g, darkRules) + previewRules[theme])
	frame.adoptedStyleSheets = [sheet]
}

const tint = (color: string) =>
	`mark{background:${color};color:inherit;border-radius:3px;padding-inline:3px;box-decoration-break:clone}a:not(.button,.second){text-decoration:underline}a{cursor:default}`
const previewRules = {
	light: `:root{color-scheme:light}${tint('#dcebe2')}`,
	dark: `:root{color-scheme:dark}${tint('#23382d')}`,
}

function textsOf(root: Node): Text[] {
	const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT)
	const found: Text[] = []
	while (walker.nextNode()) found.push(walker.currentNode as Text)
	return found
}

function tintValues(text: Text): void {
	const parts = text.data.split(/\u{e000}([^\u{e001}]*)\u{e001}/u)
	if (parts.length === 1) return
	const nodes = parts.map((part, at) => {
		if (at % 2 === 0) return part
		const mark = text.ownerDocument.createElement('mark')
		mark.textContent = part
		return mark
	})
	text.replaceWith(...nodes)
}
