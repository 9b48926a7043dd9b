import type { Db } from '#platform/pg/db.ts'
import { toBrand } from '#product/spaces/brand.ts'
import type { PublicBrand } from '#shared/form/public-form.ts'
import type { TestimonialPageProps } from '#shared/page-props.ts'
import type { WallItem, WallSharing } from '#shared/wall/wall.ts'
import { testimonialPage } from './queries.ts'
import { readTranscripts } from './transcripts.ts'

/** Result of `private.testimonial_page`. */
type StoredPage = Pick<WallSharing, 'noindex' | 'structured_data'> & {
	item: WallItem
	space: { id: string; name: string; brand: Record<string, unknown>; locale: string }
	wall: string | null
}

export type LoadedTestimonial = {
	item: WallItem
	brand: PublicBrand
	props: TestimonialPageProps
	/** What the walls that show it allow. */
	sharing: Pick<WallSharing, 'noindex' | 'structured_data'>
}

/** A public testimonial with its space; null when it is not public. */
export function loadTestimonialPage(db: Db, id: string): Promise<LoadedTestimonial | null> {
	return db.as(
		{ role: 'anon' },
		async (tx) => {
			const [row] = await tx.query<{ page: StoredPage | null }>(testimonialPage(id))
			if (!row?.page) return null
			const { item, space, wall, noindex, structured_data } = row.page
			const brand = toBrand(space.brand)
			const { logo_url: logo, color } = brand
			const transcripts = (await readTranscripts(tx, space.id, [item]))[item.id] ?? []
			const props = {
				item,
				wall,
				transcripts,
				space: { id: space.id, name: space.name, locale: space.locale, logo, color },
			}
			return { item, brand, props, sharing: { noindex, structured_data } }
		},
		{ readOnly: true },
	)
}
