import { buffer } from 'node:stream/consumers'
import type { Deps } from '#platform/deps.ts'
import { type StoredForm, toPublicForm } from '#product/forms/load-form.ts'
import { publicForm } from '#product/forms/queries.ts'
import type { Site } from '#product/pages/site.ts'
import { toBrand } from '#product/spaces/brand.ts'
import type { PublicBrand } from '#shared/form/public-form.ts'
import type { TestimonialPageProps } from '#shared/page-props.ts'
import type { CardShape, CardText } from '#shared/wall/share-card.ts'
import type { PublicWall, WallSharing } from '#shared/wall/wall.ts'
import { cardLook } from './card-look.ts'
import type { CardPool } from './card-pool.ts'
import type { CardLook } from './draw/card-job.ts'
import { type PictureName, pictureName } from './picture-name.ts'
import { type StoredPicture, storedPictures } from './queries.ts'

export type CardUrl = { shape: CardShape } & ({ of: 'testimonial'; id: string } | { of: 'wall' | 'form'; slug: string })

/** What a card shows: its pictures are addresses of our own files. */
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

export type RenderedCard = { space: string; body: Buffer; noindex: boolean }

/** Reads what the public sees; null for what is not published. */
export type CardSources = {
	loadWall: (slug: string) => Promise<{ wall: PublicWall; sharing: WallSharing } | null>
	loadTestimonial: (id: string) => Promise<{
		props: TestimonialPageProps
		brand: PublicBrand
		sharing: Pick<WallSharing, 'noindex'>
	} | null>
}

/** Larger files are no pictures that we stored. */
const maxPictureBytes = 25 * 1024 * 1024

/** The card of a public testimonial, a published wall or an open form; null when there is none. */
export async function renderCard(
	{ db, files }: Pick<Deps, 'db' | 'files'>,
	{ site, pool, sources }: { site: Site; pool: CardPool; sources: CardSources },
	url: CardUrl,
): Promise<RenderedCard | null> {
	const card = await (url.of === 'testimonial'
		? testimonialCard(site, await sources.loadTestimonial(url.id))
		: url.of === 'wall'
			? wallCard(site, await sources.loadWall(url.slug))
			: formCard(db, site, url.slug))
	if (!card) return null
	const { space, text, look, isVideo = false, noindex = false } = card
	const names = [card.logo, card.avatar, card.photo].map((address) => pictureName(address ?? null))
	const found = await findPictures(db, names)
	const versions = found.map((picture) => picture?.version ?? '')
	const body = await pool.draw({ shape: url.shape, look, text, isVideo }, versions, async () => {
		const [logo = null, avatar = null, photo = null] = await Promise.all(
			found.map((picture) => readPicture(files, picture)),
		)
		return { logo, avatar, photo }
	})
	return { space, body, noindex }
}

type Loaded<Name extends keyof CardSources> = Awaited<ReturnType<CardSources[Name]>>

function testimonialCard(site: Site, page: Loaded<'loadTestimonial'>): Card | null {
	if (!page) return null
	const { brand, props } = page
	const { item } = props
	const { media } = item
	return {
		space: props.space.id,
		text: site.assets.pages.testimonialCard(props, hostOf(site, props.wall && `/w/${props.wall}`)),
		look: cardLook(brand.theme, brand.color),
		logo: brand.logo_url,
		avatar: item.author.avatar?.url ?? null,
		photo: media?.kind === 'photo' ? media.url : (media?.poster ?? null),
		isVideo: media?.kind === 'video',
		noindex: page.sharing.noindex,
	}
}

function wallCard(site: Site, found: Loaded<'loadWall'>): Card | null {
	if (!found) return null
	const { sharing, wall } = found
	const { mode, color } = wall.wall.theme
	return {
		space: wall.space.id,
		text: site.assets.pages.wallCard(wall, sharing.page_title, hostOf(site, `/w/${wall.wall.slug}`)),
		look: cardLook(mode, color ?? wall.space.color),
		logo: wall.space.logo,
		noindex: sharing.noindex,
	}
}

async function formCard(db: Deps['db'], site: Site, slug: string): Promise<Card | null> {
	const read = { readOnly: true } as const
	const [row] = await db.as({ role: 'anon' }, (tx) => tx.final<{ form: StoredForm | null }>(publicForm(slug)), read)
	if (!row?.form?.is_open) return null
	const { brand } = row.form.space
	const { theme, color, logo_url } = toBrand(brand)
	return {
		space: row.form.space.id,
		text: site.assets.pages.formCard(toPublicForm(row.form), hostOf(site, `/collect/${row.form.slug}`)),
		look: cardLook(theme, color),
		logo: logo_url,
	}
}

/** An address as a person reads it. */
function hostOf({ config }: Site, path: string | null): string {
	return `${config.SITE_URL.replace(/^https?:\/\//, '')}${path ?? ''}`
}

async function findPictures(db: Deps['db'], names: readonly (PictureName | null)[]) {
	const wanted = names.filter((name) => name !== null)
	if (wanted.length === 0) return names.map(() => undefined)
	const read = { readOnly: true } as const
	// Who may see them was decided when the card was read.
	const rows = await db.as({ role: 'service_role' }, (tx) => tx.final<StoredPicture>(storedPictures(wanted)), read)
	return names.map((name) =>
		rows.find((row) => row.name === name?.name && (row.bucket_id === 'brand') === name.isBrand),
	)
}

/** A picture that has disappeared is left out. */
async function readPicture(files: Deps['files'], picture: StoredPicture | undefined): Promise<Buffer | null> {
	if (!picture || picture.bytes > maxPictureBytes) return null
	const stream = await files.read(picture.version)
	return stream ? buffer(stream) : null
}
