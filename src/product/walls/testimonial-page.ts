import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { isUuid } from '#platform/uuid.ts'
import { escapeHtml } from '#product/pages/document.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import { toBrand } from '#product/spaces/brand.ts'
import type { TestimonialPageProps } from '#shared/page-props.ts'
import type { WallItem } from '#shared/wall.ts'
import { testimonialPage } from './queries.ts'
import { accentCss, wallCacheControl } from './render-wall-document.ts'
import { readTranscripts } from './transcripts.ts'

/** Result of `private.testimonial_page`. */
type StoredPage = {
	item: WallItem
	space: { id: string; name: string; brand: Record<string, unknown>; locale: string }
	wall: string | null
}

/** GET /p/{testimonial id}: the page of one public testimonial, for as long as it is public. */
export function getTestimonialPage({ db }: Pick<Deps, 'db'>, site: Site): Handler {
	async function load(id: string): Promise<TestimonialPageProps | null> {
		return db.as(
			{ role: 'anon' },
			async (tx) => {
				const [row] = await tx.query<{ page: StoredPage | null }>(testimonialPage(id))
				if (!row?.page) return null
				const { item, space, wall } = row.page
				const { logo_url: logo, color } = toBrand(space.brand)
				const transcripts = (await readTranscripts(tx, space.id, [item]))[item.id] ?? []
				return { item, wall, transcripts, space: { ...space, logo, color } }
			},
			{ readOnly: true },
		)
	}

	return async (x) => {
		const id = x.param('id')
		const props = isUuid(id) ? await load(id.toLowerCase()) : null
		if (!props) return renderNotFound(site, 'page')
		const page = site.assets.pages.renderTestimonialPage(props)
		const address = `${site.config.SITE_URL}/p/${props.item.id}`
		return renderPage(site, {
			page,
			surface: 'hosted',
			style: 'wall/page/testimonial-page.css',
			...(props.item.media && props.item.media.kind !== 'photo' ? { script: 'wall/page/recordings-client.ts' } : {}),
			extraCss: accentCss(props.space.color),
			tags: pageTags(site.config.SITE_URL, address, page.title, page.description ?? '', props),
			cache: wallCacheControl,
		})
	}
}

function pageTags(site: string, address: string, title: string, about: string, { item, space }: TestimonialPageProps) {
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const { media } = item
	const picture = media?.kind === 'photo' ? media.url : (media?.poster ?? space.logo)
	return [
		`<link rel="canonical" href="${escapeHtml(address)}">`,
		property('type', 'article'),
		property('title', title),
		property('description', about),
		property('url', address),
		property('site_name', space.name),
		picture ? property('image', new URL(picture, site).href) : '',
		'<meta name="twitter:card" content="summary">',
	]
}
