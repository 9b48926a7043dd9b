import type { Db } from '#platform/pg/db.ts'
import { publicCacheControl, type Renderer } from '#product/public-answers/public-answer.ts'
import { loadTestimonialPage } from './load-testimonial-page.ts'

const pathPattern = /^\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/i

/** /p/{testimonial id}.json: one public testimonial in the shape of the items of a wall, for programs that show it elsewhere. */
export function testimonialJsonRenderer(db: Db): Renderer {
	return (path) => {
		const id = pathPattern.exec(path)?.[1]?.toLowerCase()
		if (!id) return null
		return {
			key: path.toLowerCase(),
			async render({ config }) {
				const found = await loadTestimonialPage(db, id)
				if (!found) return null
				const { item, space, wall } = found.props
				const { id: spaceId, name, locale } = space
				const body = { item, space: { id: spaceId, name, locale }, wall, url: `${config.SITE_URL}/p/${id}` }
				return {
					text: JSON.stringify(body),
					headers: {
						'content-type': 'application/json',
						'cache-control': publicCacheControl,
						'x-content-type-options': 'nosniff',
						'access-control-allow-origin': '*',
						'cross-origin-resource-policy': 'cross-origin',
						...(found.sharing.noindex ? { 'x-robots-tag': 'noindex' } : {}),
					},
					space: spaceId,
					surrogateKey: `testimonial-${id}`,
				}
			},
		}
	}
}
