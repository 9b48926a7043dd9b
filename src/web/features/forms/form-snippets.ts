import { escapeHtml } from '#web/lib/format/escape-html.ts'

/** `link`: address of the form's page, of this installation. */
type SnippetForm = { link: string; slug: string; title: string }

const loader = (link: string) => `<script async src="${new URL('/embed/form.js', link).href}"></script>`

/** A link that opens the form over the page; without the script it opens the form's own page. */
export function dialogSnippet({ link, slug }: SnippetForm): string {
	return `<a href="${escapeHtml(link)}" data-plaudit-form="${escapeHtml(slug)}">Tell us how it went</a>
${loader(link)}`
}

/** A frame that the script gives the height of its content; without the script it scrolls. */
export function formFrameSnippet({ link, title }: SnippetForm): string {
	return `<iframe src="${escapeHtml(link)}?embed=frame" title="${escapeHtml(title)}" allow="camera; microphone; clipboard-write" style="display:block;width:100%;height:1000px;border:1px solid #8884;border-radius:8px"></iframe>
${loader(link)}`
}

export function linkSnippet({ link }: SnippetForm): string {
	return `<a href="${escapeHtml(link)}">Tell us how it went</a>`
}

/** The sources that a page with a content security policy has to allow. */
export function formPolicy(link: string): string {
	const { origin } = new URL(link)
	return `script-src ${origin}; frame-src ${origin}`
}
