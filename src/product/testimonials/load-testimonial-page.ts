import type { Db } from '#platform/pg/db.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { toBrand } from '#product/spaces/brand.ts'
import { loadTranscripts } from '#product/walls/transcripts.ts'
import type { PublicBrand } from '#shared/form/public-form.ts'
import type { TestimonialPageProps } from '#shared/page-props.ts'
import type { WallItem, WallSharing } from '#shared/wall/wall.ts'
import { testimonialPage } from './queries.ts'

/** Result of `private.testimonial_page`. */
type StoredPage = Pick<WallSharing, 'noindex' | 'structured_data'> & {
	item: WallItem
	space: { id: string; name: string; brand: Record<string, unknown>; locale: string }
	wall: string | null
}

export type LoadedTestimonial = {
	brand: PublicBrand
	props: TestimonialPageProps
	/** The settings of the walls that show it. */
	sharing: Pick<WallSharing, 'noindex' | 'structured_data'>
}

/** A public testimonial with its space; null when it is not public. */
export async function loadTestimonialPage(db: Db, id: string): Promise<LoadedTestimonial | null> {
	const [row] = await readQuery<{ page: StoredPage | null }>(db, anon, testimonialPage(id))
	if (!row?.page) return null
	const { item, space, wall, noindex, structured_data } = row.page
	const brand = toBrand(space.brand)
	const { logo_url: logo, color } = brand
	const transcripts = (await loadTranscripts(db, space.id, [item]))[item.id] ?? []
	const { id: spaceId, name, locale } = space
	const props = { item, wall, transcripts, space: { id: spaceId, name, locale, logo, color } }
	return { brand, props, sharing: { noindex, structured_data } }
}
