import { quotationMarks } from '#shared/quotation-marks.ts'
import type { WallItem } from '#shared/wall.ts'
import { escapeHtml } from '#web/lib/format/escape-html.ts'
import { splitParagraphs, textDirection, textLanguage } from '#web/public/wall/typesetting.ts'

/** A testimonial as walls show it, and the address of its page. */
export type SharedItem = Pick<WallItem, 'text' | 'author' | 'locale'> & { url: string }

/** Name, role and company; without a name the consent withholds it. */
function attribution({ author }: SharedItem): string {
	return [author.name || 'Name withheld', author.title, author.company].filter(Boolean).join(', ')
}

const languageOf = ({ text, locale }: SharedItem) => textLanguage(text, locale, locale ?? 'en')

/** Words in the quotation marks of their language, then who said them and where. */
export function asText(item: SharedItem): string {
	const { open, close } = quotationMarks(languageOf(item))
	return [item.text ? `${open}${item.text}${close}` : '', `— ${attribution(item)}\n${item.url}`]
		.filter(Boolean)
		.join('\n\n')
}

/** A figure without script or style; nobody's words become markup. */
export function asHtml(item: SharedItem): string {
	const url = escapeHtml(item.url)
	const paragraphs = splitParagraphs(item.text).filter(Boolean)
	const quoted = paragraphs.map((paragraph) => `    <p>${escapeHtml(paragraph)}</p>\n`).join('')
	const lang = escapeHtml(languageOf(item))
	const quotation = quoted
		? `  <blockquote cite="${url}" lang="${lang}" dir="${textDirection(item.text)}">\n${quoted}  </blockquote>\n`
		: ''
	return `<figure>\n${quotation}  <figcaption>— <a href="${url}">${escapeHtml(attribution(item))}</a></figcaption>\n</figure>\n`
}

/** A quotation of CommonMark (https://spec.commonmark.org/), in which the words mean nothing but themselves. */
export function asMarkdown(item: SharedItem): string {
	const paragraphs = splitParagraphs(item.text).filter(Boolean)
	const quoted = paragraphs.map((paragraph) => `> ${escapeMarkdown(paragraph)}\n`).join('>\n')
	return `${quoted}${quoted && '\n'}— [${escapeMarkdown(attribution(item))}](${item.url})\n`
}

/** Escapes what is markup anywhere, and what is markup at the start of a line. */
function escapeMarkdown(text: string): string {
	return text
		.trim()
		.replace(/[\\`*_[\]<>&~|]/g, '\\$&')
		.replace(/^[#+=-]/, '\\$&')
		.replace(/^(\d{1,9})([.)])/, '$1\\$2')
}
