import type { CardUrl } from '#product/cards/render-card.ts'
import type { WallTheme } from '#shared/wall/wall.ts'
import { filterQuery, readFilter, type WallFilter } from '#shared/wall/wall-filter.ts'
import { wallLanguages } from '#shared/wall/wall-languages.ts'

/** A URL of what the public sees of a space, cached alike. `key` is its canonical form. */
export type WallUrl =
	| { kind: 'page'; key: string; slug: string; filter: WallFilter; cursor: string | undefined }
	| { kind: 'loader'; key: string }
	| { kind: 'player'; key: string }
	| { kind: 'form'; key: string }
	| { kind: 'script' | 'fragment'; key: string; id: string; language: string | undefined }
	| { kind: 'frame'; key: string; id: string; language: string | undefined; theme: WallTheme['mode'] | undefined }
	| { kind: 'testimonial'; key: string; id: string }
	| { kind: 'proof'; key: string; id: string }
	| { kind: 'feed'; key: string; slug: string; format: 'atom' | 'json' }
	| { kind: 'card'; key: string; card: CardUrl }

const page = /^\/w\/([a-z0-9-]{3,63})$/
const feed = /^\/w\/([a-z0-9-]{3,63})\/feed\.(atom|json)$/
const card = /^\/(w|collect)\/([a-z0-9-]{3,63})\/card\.png$/
const proof = /^\/proof\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
const testimonial = /^\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/card\.png)?$/i
const embed = /^\/embed\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.js|\.html)?$/

/** What the code of a frame may ask for; `auto` is the colour scheme of the visitor's system. */
const frameThemes: readonly WallTheme['mode'][] = ['light', 'dark', 'auto']

type PageUrl = Extract<WallUrl, { kind: 'page' }>

/** The first page with the same filter. */
export function firstPageUrl({ slug, filter }: PageUrl): PageUrl {
	return pageUrl(slug, filter, undefined)
}

function pageUrl(slug: string, filter: WallFilter, cursor: string | undefined): PageUrl {
	return { kind: 'page', key: `/w/${slug}${filterQuery(filter, cursor)}`, slug, filter, cursor }
}

/**
 * Parses path and query. Unknown parameters, such as those of campaigns, are dropped, so that they cannot fill the cache.
 * @returns null for any other URL
 */
export function parseWallUrl(url: string): WallUrl | null {
	const at = url.indexOf('?')
	const path = at < 0 ? url : url.slice(0, at)
	if (path === '/embed.js') return { kind: 'loader', key: path }
	if (path === '/embed/player.js') return { kind: 'player', key: path }
	if (path === '/embed/form.js') return { kind: 'form', key: path }
	const slug = page.exec(path)?.[1]
	if (slug) {
		const cursor = at < 0 ? undefined : parameter(url, at, 'cursor', /^[\w-]{1,200}$/)
		return pageUrl(slug, readFilter(new URLSearchParams(at < 0 ? '' : url.slice(at))), cursor)
	}
	const [, id, end] = embed.exec(path) ?? []
	if (!id) return parseSharedUrl(path, at < 0 ? '' : url.slice(at))
	const requested = at < 0 ? undefined : parameter(url, at, 'lang', /^[a-z]{2,3}\b/i)?.slice(0, 2)
	const language = requested && (wallLanguages.find((one) => one === requested) ?? 'en')
	const spoken = language ? `${path}?lang=${language}` : path
	if (end) return { kind: end === '.js' ? 'script' : 'fragment', key: spoken, id, language }
	const theme = at < 0 ? undefined : frameThemes.find((one) => one === parameter(url, at, 'theme', /^[a-z]+$/))
	return { kind: 'frame', key: theme ? `${spoken}${language ? '&' : '?'}theme=${theme}` : spoken, id, language, theme }
}

/** A page of one testimonial or of its proof, a feed or a card. */
function parseSharedUrl(path: string, search: string): WallUrl | null {
	const [, id, isCard] = testimonial.exec(path) ?? []
	if (id && !isCard) return { kind: 'testimonial', key: path.toLowerCase(), id: id.toLowerCase() }
	const proven = proof.exec(path)?.[1]
	if (proven) return { kind: 'proof', key: path.toLowerCase(), id: proven.toLowerCase() }
	const [, followed, format] = feed.exec(path) ?? []
	if (followed) return { kind: 'feed', key: path, slug: followed, format: format === 'atom' ? 'atom' : 'json' }
	const shape = new URLSearchParams(search).get('shape') === 'square' ? 'square' : 'wide'
	const key = `${path.toLowerCase()}${shape === 'square' ? '?shape=square' : ''}`
	if (id) return { kind: 'card', key, card: { of: 'testimonial', id: id.toLowerCase(), shape } }
	const [, place, slug] = card.exec(path) ?? []
	return slug ? { kind: 'card', key, card: { of: place === 'w' ? 'wall' : 'form', slug, shape } } : null
}

function parameter(url: string, at: number, name: string, allowed: RegExp): string | undefined {
	const value = new URLSearchParams(url.slice(at)).get(name)
	return value && allowed.test(value)
		? value.toLowerCase() === value || name === 'cursor'
			? value
			: value.toLowerCase()
		: undefined
}
