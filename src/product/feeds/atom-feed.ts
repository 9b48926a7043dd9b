import { escapeXml } from './escape-xml.ts'
import type { Feed, FeedEntry } from './feed.ts'

/** A feed as Atom: https://www.rfc-editor.org/rfc/rfc4287 */
export function atomFeed(feed: Feed): string {
	const { id, lang, title, description, author, page, self, icon, updated, entries } = feed
	const parts = [
		element('id', id),
		element('title', title),
		description ? element('subtitle', description) : '',
		element('updated', updated),
		`<author>${element('name', author)}${element('uri', page)}</author>`,
		link('self', self, 'application/atom+xml'),
		link('alternate', page, 'text/html'),
		icon ? element('icon', icon) : '',
		element('generator', 'Plaudit'),
		...entries.map(entry),
	]
	return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(lang)}">${parts.join('')}</feed>\n`
}

function entry({ id, lang, title, name, authorUrl, url, published, html, image }: FeedEntry): string {
	const parts = [
		element('id', id),
		element('title', title),
		element('updated', published),
		element('published', published),
		`<author>${element('name', name)}${authorUrl ? element('uri', authorUrl) : ''}</author>`,
		link('alternate', url, 'text/html'),
		image ? link('enclosure', image) : '',
		`<content type="html">${escapeXml(html)}</content>`,
	]
	return `<entry xml:lang="${escapeXml(lang)}">${parts.join('')}</entry>`
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

function link(rel: string, href: string, type?: string): string {
	return `<link rel="${rel}"${type ? ` type="${type}"` : ''} href="${escapeXml(href)}"/>`
}
