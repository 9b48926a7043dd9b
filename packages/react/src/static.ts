import { addressOf, readPublic, type ServerOptions, type WallPage } from './public-data.ts'

export type { PublicTestimonial, ServerOptions, WallPage } from './public-data.ts'

/** A wall by its id or its slug. */
export type WallName = { id: string; slug?: never } | { slug: string; id?: never }

/** One page of a wall as data, for a site's own markup. @param limit 1 to 100 testimonials */
export async function readWall(
	options: ServerOptions & WallName & { limit?: number; cursor?: string; signal?: AbortSignal },
): Promise<WallPage> {
	const { id, slug, limit, cursor, signal } = options
	const query = new URLSearchParams(id === undefined ? { slug } : { id })
	if (limit) query.set('limit', String(limit))
	if (cursor) query.set('cursor', cursor)
	const answer = await readPublic(options, `/functions/v1/wall?${query}`, signal)
	return (await answer.json()) as WallPage
}

/** The HTML of a wall: an element with its own shadow root, which styles of the site do not reach. @param lang language of its labels */
export async function readWallHtml(options: ServerOptions & WallName & { lang?: string }): Promise<string> {
	const id = options.id ?? (await readWall({ ...options, limit: 1 })).wall.id
	const query = options.lang ? `?lang=${encodeURIComponent(options.lang)}` : ''
	const answer = await readPublic(options, `/embed/${encodeURIComponent(id)}.html${query}`)
	return answer.text()
}

/**
 * A wall as HTML for a site that is built ahead, such as one of Astro or Eleventy. The words are in the page, with and without script.
 * @param options.wall id or slug
 * @param options.script false leaves out the script of "Read more", players and the carousel's buttons
 * @throws Error when the wall is not published or the server does not answer, so that the build fails and the old site stays
 */
export async function renderWall({
	server,
	wall,
	lang,
	script = true,
}: {
	server: string
	wall: string
	lang?: string
	script?: boolean
}): Promise<string> {
	const name = uuid.test(wall) ? { id: wall } : { slug: wall }
	const html = await readWallHtml({ server, ...name, ...(lang ? { lang } : {}) })
	return script ? `${html}<script async src="${scriptAddress(server)}"></script>` : html
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Address of the script, safe in an attribute: the URL parser escapes quotes. */
const scriptAddress = (server: string) => addressOf(server, '/embed.js').replaceAll('&', '&amp;')
