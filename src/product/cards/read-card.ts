import type { Db } from '#platform/pg/db.ts'
import { type StoredForm, toPublicForm } from '#product/forms/load-form.ts'
import { publicForm } from '#product/forms/queries.ts'
import type { Site } from '#product/pages/site.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { toBrand } from '#product/spaces/brand.ts'
import { type LoadedTestimonial, loadTestimonialPage } from '#product/testimonials/load-testimonial-page.ts'
import type { WallPage } from '#product/walls/read-wall-page.ts'
import { toPublicWall, type WallReader } from '#product/walls/wall-reader.ts'
import type { CardText } from '#shared/wall/share-card.ts'
import { cardLook } from './card-look.ts'
import type { CardLook } from './draw/card-job.ts'

/** The testimonial, wall or form of a card. */
export type CardSubject = { kind: 'testimonial'; id: string } | { kind: 'wall' | 'form'; slug: string }

/** The parts of a card. Its pictures are addresses of our own files. */
type Card = {
	space: string
	text: CardText
	look: CardLook
	logo: string | null
	avatar?: string | null
	photo?: string | null
	isVideo?: boolean
	noindex?: boolean
}

type Sources = { db: Db; walls: WallReader; site: Site }

/** The card of a public testimonial, a published wall or an open form; null when there is none. */
export async function readCard({ db, walls, site }: Sources, subject: CardSubject): Promise<Card | null> {
	if (subject.kind === 'testimonial') {
		const found = await loadTestimonialPage(db, subject.id)
		return found && testimonialCard(site, found)
	}
	if (subject.kind === 'wall') {
		const page = await walls.read({ slug: subject.slug, limit: 1 })
		return page && wallCard(site, page)
	}
	const [row] = await readQuery<{ form: StoredForm | null }>(db, anon, publicForm(subject.slug))
	return row?.form?.is_open ? formCard(site, row.form) : null
}

function testimonialCard(site: Site, { brand, props, sharing }: LoadedTestimonial): Card {
	const { item, space, wall } = props
	const { media } = item
	return {
		space: space.id,
		text: site.assets.pages.testimonialCard(props, hostOf(site, wall && `/w/${wall}`)),
		look: cardLook(brand.theme, brand.color),
		logo: brand.logo_url,
		avatar: item.author.avatar?.url ?? null,
		photo: media?.kind === 'photo' ? media.url : (media?.poster ?? null),
		isVideo: media?.kind === 'video',
		noindex: sharing.noindex,
	}
}

function wallCard(site: Site, page: WallPage): Card {
	const { wall, space, sharing } = page.definition
	const { mode, color } = wall.theme
	return {
		space: space.id,
		text: site.assets.pages.wallCard(toPublicWall(page), sharing.page_title, hostOf(site, `/w/${wall.slug}`)),
		look: cardLook(mode, color ?? space.color),
		logo: space.logo,
		noindex: sharing.noindex,
	}
}

function formCard(site: Site, form: StoredForm): Card {
	const { theme, color, logo_url } = toBrand(form.space.brand)
	return {
		space: form.space.id,
		text: site.assets.pages.formCard(toPublicForm(form), hostOf(site, `/collect/${form.slug}`)),
		look: cardLook(theme, color),
		logo: logo_url,
	}
}

/** An address as a person reads it. */
function hostOf({ config }: Site, path: string | null): string {
	return `${config.SITE_URL.replace(/^https?:\/\//, '')}${path ?? ''}`
}
