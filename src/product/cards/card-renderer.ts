import type { Deps } from '#platform/deps.ts'
import { type PublicAnswer, publicCacheControl, type Renderer } from '#product/public-answers/public-answer.ts'
import type { PublicSite } from '#product/public-answers/public-site.ts'
import type { WallReader } from '#product/walls/wall-reader.ts'
import type { CardShape } from '#shared/wall/share-card.ts'
import { createCardPool } from './card-pool.ts'
import { type CardSubject, readCard } from './read-card.ts'
import { findPictures, readPicture } from './stored-pictures.ts'

const testimonialPath = /^\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/card\.png$/i
const slugPath = /^\/(w|collect)\/([a-z0-9-]{3,63})\/card\.png$/

type CardDeps = Pick<Deps, 'config' | 'db' | 'files' | 'metrics'>

/** /p/{testimonial id}/card.png, /w/{slug}/card.png and /collect/{slug}/card.png: the picture that a shared link shows. */
export function cardRenderer({ config, db, files, metrics }: CardDeps, walls: WallReader): Renderer {
	const pool = createCardPool(config)
	metrics.cache('cards', pool.stats)

	async function render(site: PublicSite, subject: CardSubject, shape: CardShape): Promise<PublicAnswer | null> {
		const card = await readCard({ db, walls, site }, subject)
		if (!card) return null
		const { space, text, look, isVideo = false, noindex = false } = card
		const found = await findPictures(db, [card.logo, card.avatar ?? null, card.photo ?? null])
		const versions = found.map((picture) => picture?.version ?? '')
		const png = await pool.draw({ shape, look, text, isVideo }, versions, async () => {
			const [logo = null, avatar = null, photo = null] = await Promise.all(
				found.map((picture) => readPicture(files, picture)),
			)
			return { logo, avatar, photo }
		})
		return {
			text: png,
			headers: { ...cardHeaders, ...(noindex ? { 'x-robots-tag': 'noindex' } : {}) },
			space,
			...('id' in subject ? { surrogateKey: `testimonial-${subject.id}` } : {}),
		}
	}

	return (path, search) => {
		const subject = readSubject(path)
		if (!subject) return null
		const shape = new URLSearchParams(search).get('shape') === 'square' ? 'square' : 'wide'
		const key = `${path.toLowerCase()}${shape === 'square' ? '?shape=square' : ''}`
		return { key, render: (site) => render(site, subject, shape) }
	}
}

/** Other sites may show a card. */
const cardHeaders = {
	'content-type': 'image/png',
	'cache-control': publicCacheControl,
	'x-content-type-options': 'nosniff',
	'content-security-policy': "default-src 'none'; sandbox",
	'access-control-allow-origin': '*',
	'cross-origin-resource-policy': 'cross-origin',
}

function readSubject(path: string): CardSubject | null {
	const id = testimonialPath.exec(path)?.[1]
	if (id) return { kind: 'testimonial', id: id.toLowerCase() }
	const [, place, slug] = slugPath.exec(path) ?? []
	return slug ? { kind: place === 'w' ? 'wall' : 'form', slug } : null
}
