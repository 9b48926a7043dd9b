import { isElement } from './html-names.ts'

const name = /^\/?([a-z][a-z0-9:]{0,29})(?=[\s/>])/i

/**
 * The text with `&lt;` for every `<` that begins no tag, comment or other markup, which a parser of HTML would swallow with the words behind
 * it. Text of elements that are not shown is only a tag where its end tag follows.
 */
export function escapeLooseBrackets(html: string): string {
	const isClosed = closedBrackets(html)
	const lower = html.toLowerCase()
	const lastEnd = new Map([...rawElements].map((element) => [element, lower.lastIndexOf(`</${element}`)]))
	const lastComment = html.lastIndexOf('-->')
	const lastBracket = html.lastIndexOf('>')
	return html.replace(/</g, (bracket, at: number) => {
		if (html.startsWith('!--', at + 1)) return lastComment > at ? bracket : '&lt;'
		if (/^(?:!\[|!doctype|\?xml)/i.test(html.slice(at + 1, at + 9))) return lastBracket > at ? bracket : '&lt;'
		const [, found = ''] = name.exec(html.slice(at + 1, at + 34)) ?? []
		if (found === '' || !isElement(found) || !isClosed.has(at)) return '&lt;'
		const isEnd = html[at + 1] === '/'
		return !isEnd && (lastEnd.get(found.toLowerCase()) ?? at) < at ? '&lt;' : bracket
	})
}

/** Elements whose content is read as text until their end tag. */
const rawElements = new Set(['script', 'style', 'title', 'textarea', 'iframe', 'noscript'])

/** The positions of `<` whose `>` comes before another `<`, those within quotation marks aside. Read from the end, so that it takes linear time. */
function closedBrackets(html: string): Set<number> {
	const found = new Set<number>()
	let plain = false
	let double = false
	let single = false
	for (let at = html.length - 1; at >= 0; at--) {
		const character = html[at]
		const wasPlain: boolean = plain
		if (character === '<' && plain) found.add(at)
		if (character === '>') plain = true
		else if (character === '<') plain = false
		else if (character === '"') plain = double
		else if (character === "'") plain = single
		if (character === '"') double = wasPlain
		if (character === "'") single = wasPlain
	}
	return found
}
