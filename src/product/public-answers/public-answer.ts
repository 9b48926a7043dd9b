import type { PublicSite } from './public-site.ts'

/** A withdrawn testimonial is gone everywhere within 60 s: 30 fresh, 30 more while a browser revalidates. */
export const publicCacheControl = 'public, max-age=30, stale-while-revalidate=30'

/** A page, picture or feed before it is encoded. */
export type RenderedFile = { text: string | Buffer; headers: Record<string, string> }

/** The answer of an address, and what the caches need to know of it. */
export type PublicAnswer = RenderedFile & {
	/** The space that it shows: a change of the space drops it from the cache. */
	space?: string
	/** Surrogate key for CDNs beside that of the space, such as `wall-{id}`. */
	surrogateKey?: string
	/** False for an answer that few visitors request, so that it evicts none that others do. */
	isCacheable?: boolean
}

/** An address that a renderer takes. */
export type PublicRequest = {
	/** Its canonical form, the key in the cache: unknown parameters, such as those of campaigns, are dropped. */
	key: string
	/** People open it in a browser, and see a page where nothing is published; the rest is loaded by programs. */
	isPage?: boolean
	/** Part of the build: it needs no database. */
	isBuilt?: boolean
	/** Reads and renders; null when nothing is published there. */
	render(site: PublicSite): Promise<PublicAnswer | null>
}

/**
 * One kind of public answer.
 * @param path undecoded
 * @param search with its question mark; empty without a query
 * @returns null for an address of another kind
 */
export type Renderer = (path: string, search: string) => PublicRequest | null
