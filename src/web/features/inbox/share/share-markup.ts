import { escapeHtml } from '#web/lib/format/escape-html.ts'
import { attribution, languageOf, type SharedItem } from '#web/public/wall/share-text.ts'
import { splitParagraphs, textDirection } from '#web/public/wall/typesetting.ts'

/** A figure without script or style; no one's words become markup. */
export function asHtml(item: SharedItem): string {
	const url = escapeHtml(item.url)
	const paragraphs = splitParagraphs(item.text).filter(Boolean)
	const quoted = paragraphs.map((paragraph) => `    <p>${escapeHtml(paragraph)}</p>\n`).join('')
	const lang = escapeHtml(languageOf(item))
	const quotation = quoted
		? `  <blockquote cite="${url}" lang="${lang}" dir="${textDirection(item.text)}">\n${quoted}  </blockquote>\n`
		: ''
	const title = item.title ? `  <p dir="auto"><strong>${escapeHtml(item.title)}</strong></p>\n` : ''
	return `<figure>\n${title}${quotation}  <figcaption>— <a href="${url}">${escapeHtml(attribution(item))}</a></figcaption>\n</figure>\n`
}

/** A quotation of CommonMark (https://spec.commonmark.org/), in which the words mean nothing but themselves. */
export function asMarkdown(item: SharedItem): string {
	const paragraphs = splitParagraphs(item.text).filter(Boolean)
	const quoted = paragraphs.map((paragraph) => `> ${escapeMarkdown(paragraph)}\n`).join('>\n')
	const title = item.title ? `**${escapeMarkdown(item.title)}**\n\n` : ''
	return `${title}${quoted}${quoted && '\n'}— [${escapeMarkdown(attribution(item))}](${item.url})\n`
}

/** Escapes what is markup anywhere, and what is markup at the start of a line. */
function escapeMarkdown(text: string): string {
	return text
		.trim()
		.replace(/[\\`*_[\]<>&~|]/g, '\\$&')
		.replace(/^[#+=-]/, '\\$&')
		.replace(/^(\d{1,9})([.)])/, '$1\\$2')
}
