import { wallLanguages } from '#shared/wall-languages.ts'

/** What an address under /w/ or /embed asks for. `key` is the same for every way of writing the same address. */
export type WallAddress =
	| { kind: 'page'; key: string; slug: string; cursor: string | undefined }
	| { kind: 'loader'; key: string }
	| { kind: 'script' | 'fragment' | 'frame'; key: string; id: string; language: string | undefined }

const page = /^\/w\/([a-z0-9-]{3,63})$/
const embed = /^\/embed\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.js|\.html)?$/

type PageAddress = Extract<WallAddress, { kind: 'page' }>

/** Where a hosted wall begins. */
export function firstPageOf({ slug }: PageAddress): PageAddress {
	return { kind: 'page', key: `/w/${slug}`, slug, cursor: undefined }
}

/**
 * Reads a request's path and query. Parameters that mean nothing here (of a campaign, say) change nothing, so that
 * they cannot fill the cache.
 * @returns null for any other address
 */
export function readWallAddress(url: string): WallAddress | null {
	const at = url.indexOf('?')
	const path = at < 0 ? url : url.slice(0, at)
	if (path === '/embed.js') return { kind: 'loader', key: path }
	const slug = page.exec(path)?.[1]
	if (slug) {
		const cursor = at < 0 ? undefined : parameter(url, at, 'cursor', /^[\w-]{1,200}$/)
		return { kind: 'page', key: cursor ? `${path}?cursor=${cursor}` : path, slug, cursor }
	}
	const [, id, end] = embed.exec(path) ?? []
	if (!id) return null
	const wished = at < 0 ? undefined : parameter(url, at, 'lang', /^[a-z]{2,3}\b/i)?.slice(0, 2)
	const language = wished && (wallLanguages.find((one) => one === wished) ?? 'en')
	const kind = end === '.js' ? 'script' : end === '.html' ? 'fragment' : 'frame'
	return { kind, key: language ? `${path}?lang=${language}` : path, id, language }
}

function parameter(url: string, at: number, name: string, allowed: RegExp): string | undefined {
	const value = new URLSearchParams(url.slice(at)).get(name)
	return value && allowed.test(value)
		? value.toLowerCase() === value || name === 'cursor'
			? value
			: value.toLowerCase()
		: undefined
}
