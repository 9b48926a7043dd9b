import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { htmlLimits } from '#shared/parser-limits.ts'
import { entity, hiddenElements, isElement, lineElements, paragraphElements } from './words/html-names.ts'
import { createPlainText } from './words/plain-text.ts'
import { escapeLooseBrackets } from './words/real-tags.ts'

const tags = /<\/?([a-z][a-z0-9:]{0,29})(?:\s[^<>]*)?\/?>/gi
/** An entity whose own `&` was encoded once more. */
const doubled = /&amp;(?=(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,15});)/gi
/** An `&` that begins no entity: in an address, `&region=` would become a sign. */
const looseAmpersand = /&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi

/** True for a text with tags of HTML or entities. "<3", "a < b" and "AT&T" are words. */
export function looksLikeHtml(text: string): boolean {
	return entity.test(text) || hasTags(text) || /<!--[^>]|<!\[(?:cdata|if|endif)/i.test(text)
}

function hasTags(text: string): boolean {
	return text.matchAll(tags).some(([, name = '']) => isElement(name))
}

/**
 * Turns HTML into plain text: paragraphs and lines stay, items of lists begin with "- ", and entities are decoded, twice where they were
 * encoded twice. A text beyond the limit of bytes stays as it is. The tokenizer is used without the parser, which takes quadratic time on
 * elements that are nested deeply.
 */
export function htmlToText(html: string): string {
	if (html.length > htmlLimits.bytes) return html
	const text = decode(html)
	// Tags that were encoded as a whole appear by decoding; an end tag or a line break tells them from a name of a tag in a sentence.
	const wasEncoded = /&(?:amp;)?lt;/i.test(html) && !hasTags(html) && /<(?:\/[a-z][a-z0-9]*|br\s*\/?)>/i.test(text)
	return wasEncoded && hasTags(text) ? decode(text) : text
}

function decode(html: string): string {
	const source = escapeLooseBrackets(withoutSection(html.replace(/\r\n?/g, '\n')))
		.replace(doubled, '&')
		.replace(looseAmpersand, '&amp;')
	// Line breaks mean something only where no element makes lines.
	const keepsLines = !/<(?:br|p|div)(?=[\s/>])/i.test(source)
	const output = createPlainText(keepsLines)
	let name = ''
	let hidden = ''
	const open = (end: boolean) => {
		if (hidden !== '') return
		if (name === 'br') output.breakLine()
		else if (name === 'li' && !end) output.beginItem()
		else if (name === 'td' || name === 'th') output.space()
		else if (paragraphElements.has(name)) output.endParagraph(keepsLines && name !== 'p')
		else if (lineElements.has(name)) output.endLine()
	}
	const nothing = () => {}
	const picture = { attribute: '', alternative: '' }
	const finish = () => {
		if (name === 'img' && hidden === '' && isEmoji(picture.alternative)) output.add(picture.alternative)
		if (hiddenElements.has(name) && hidden === '') hidden = name
	}
	const callbacks: TokenizerCallbacks = {
		onopentagname(start, end) {
			name = source.slice(start, end).toLowerCase()
			picture.alternative = ''
			open(false)
		},
		onopentagend: finish,
		onselfclosingtag() {
			const before = hidden
			finish()
			hidden = before
		},
		onclosetag(start, end) {
			name = source.slice(start, end).toLowerCase()
			if (name === hidden) hidden = ''
			else open(true)
		},
		ontext(start, end) {
			if (hidden === '') output.add(source.slice(start, end))
		},
		ontextentity(codePoint) {
			if (hidden === '') output.add(String.fromCodePoint(codePoint))
		},
		oncdata(start, end, offset) {
			if (hidden === '') output.add(source.slice(start, end - offset))
		},
		onattribname(start, end) {
			picture.attribute = source.slice(start, end).toLowerCase()
		},
		onattribdata(start, end) {
			if (picture.attribute === 'alt' && end - start <= 40) picture.alternative += source.slice(start, end)
		},
		onattribentity(codePoint) {
			if (picture.attribute === 'alt' && picture.alternative.length <= 40)
				picture.alternative += String.fromCodePoint(codePoint)
		},
		onattribend: nothing,
		oncomment: nothing,
		ondeclaration: nothing,
		onprocessinginstruction: nothing,
		onend: nothing,
	}
	const tokenizer = new Tokenizer({}, callbacks)
	tokenizer.write(source)
	tokenizer.end()
	return output.text()
}

/** The content of a section of XML that holds a whole cell. */
function withoutSection(html: string): string {
	const text = html.trim()
	return /^<!\[CDATA\[/i.test(text) && text.endsWith(']]>') ? text.slice(9, -3) : html
}

/** True for the text of a picture that stands for a character, as WordPress draws emoji. */
const isEmoji = (text: string) =>
	/^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,16}$/u.test(text) && !/^\d/.test(text)
