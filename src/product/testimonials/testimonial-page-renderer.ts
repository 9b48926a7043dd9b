import type { Db } from '#platform/pg/db.ts'
import { accentCss } from '#product/pages/accent-css.ts'
import { cardTags } from '#product/pages/card-tags.ts'
import { escapeHtml } from '#product/pages/document.ts'
import { renderPageFile, type Site } from '#product/pages/site.ts'
import { publicCacheControl, type RenderedFile, type Renderer } from '#product/public-answers/public-answer.ts'
import { reviewData } from '#product/structured-data/review-data.ts'
import { structuredDataTag } from '#product/structured-data/structured-data-tag.ts'
import { type LoadedTestimonial, loadTestimonialPage } from './load-testimonial-page.ts'

const pathPattern = /^\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.json)?$/i

/** Any website may show a public testimonial. */
const jsonHeaders = {
	'content-type': 'application/json; charset=utf-8',
	'cache-control': publicCacheControl,
	'x-content-type-options': 'nosniff',
	'access-control-allow-origin': '*',
	'cross-origin-resource-policy': 'cross-origin',
	// Search engines have its page.
	'x-robots-tag': 'noindex',
}

/** /p/{testimonial id}: the page of one public testimonial; with `.json`, its words as data. */
export function testimonialPageRenderer(db: Db): Renderer {
	return (path) => {
		const [, named, end] = pathPattern.exec(path) ?? []
		if (!named) return null
		const id = named.toLowerCase()
		return {
			key: path.toLowerCase(),
			isPage: end === undefined,
			async render(site) {
				const found = await loadTestimonialPage(db, id)
				if (!found) return null
				const file = end ? testimonialJson(site, found) : renderTestimonial(site, found)
				return { ...file, space: found.props.space.id, surrogateKey: `testimonial-${id}` }
			},
		}
	}
}

function testimonialJson({ config }: Site, { props }: LoadedTestimonial): RenderedFile {
	const { item, wall, space } = props
	const { name, locale } = space
	const url = `${config.SITE_URL}/p/${item.id}`
	return { text: JSON.stringify({ item, url, wall, space: { name, locale } }), headers: jsonHeaders }
}

function renderTestimonial(site: Site, { brand, props, sharing }: LoadedTestimonial): RenderedFile {
	const { item } = props
	const url = `${site.config.SITE_URL}/p/${item.id}`
	const page = site.assets.pages.renderTestimonialPage(props, url)
	const about = page.description ?? ''
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const hasRecording = item.media !== null && item.media.kind !== 'photo'
	const data = sharing.structured_data && !sharing.noindex ? reviewData(item, props.space, url) : null
	return renderPageFile(site, {
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
		cache: publicCacheControl,
	})
}
