import { type RenderedFile, wallCacheControl } from '#product/http/rendered-file.ts'
import { accentCss } from '#product/pages/accent-css.ts'
import { cardTags } from '#product/pages/card-tags.ts'
import { escapeHtml } from '#product/pages/document.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import { reviewData } from '#product/structured-data/review-data.ts'
import { structuredDataTag } from '#product/structured-data/structured-data-tag.ts'
import type { LoadedTestimonial } from './load-testimonial-page.ts'

/** The page of one public testimonial, /p/{testimonial id}. */
export function renderTestimonialDocument(
	site: Site,
	{ item, brand, props, sharing }: LoadedTestimonial,
): RenderedFile {
	const url = `${site.config.SITE_URL}/p/${item.id}`
	const page = site.assets.pages.renderTestimonialPage(props, url)
	const about = page.description ?? ''
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const hasRecording = item.media !== null && item.media.kind !== 'photo'
	const data = sharing.structured_data && !sharing.noindex ? reviewData(item, props.space, url) : null
	const { body, headers } = renderPage(site, {
		page,
		surface: 'hosted',
		style: 'wall/page/testimonial-page.css',
		script: 'wall/page/testimonial-client.ts',
		isCounterDeferred: true,
		extraCss: accentCss(props.space.color),
		icon: brand.icon_url,
		tags: [
			`<link rel="canonical" href="${escapeHtml(url)}">`,
			property('type', 'article'),
			property('title', page.title),
			property('description', about),
			property('url', url),
			property('site_name', props.space.name),
			hasRecording ? `<meta name="recordings" content="${site.assets.script('wall/page/recordings-client.ts')}">` : '',
			...cardTags(`${url}/card.png`, `${page.title}: ${about}`),
			data ? structuredDataTag(data) : '',
		],
		...(sharing.noindex ? { robots: 'noindex', headers: { 'x-robots-tag': 'noindex' } } : {}),
		cache: wallCacheControl,
	})
	return { text: String(body), headers: headers as Record<string, string> }
}
