import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { Semaphore } from '#platform/semaphore.ts'
import type { PublicAnswer, Renderer } from '#product/public-answers/public-answer.ts'
import type { PublicSite } from '#product/public-answers/public-site.ts'
import { filterQuery, readFilter, type WallFilter } from '#shared/wall/wall-filter.ts'
import { isOffered } from './read-filtered-page.ts'
import { renderWallDocument } from './render-wall-document.ts'
import { loadTranscripts } from './transcripts.ts'
import { toPublicWall, type WallReader } from './wall-reader.ts'

const pathPattern = /^\/w\/([a-z0-9-]{3,63})$/
const cursorPattern = /^[\w-]{1,200}$/

type PageRequest = { slug: string; filter: WallFilter; cursor: string | undefined }

/** /w/{slug}: the hosted page of a wall, of a cursor and of what its visitor filters by. */
export function wallPageRenderer(db: Deps['db'], walls: WallReader): Renderer {
	// A search reads every word of a wall and is never cached, so that it must not take all connections.
	const searches = new Semaphore(2, { maxWaiters: 100, timeout: 10_000, refuse: overloaded })

	async function render(site: PublicSite, request: PageRequest): Promise<PublicAnswer | null> {
		const read = () => walls.read(request)
		const page = await (request.filter.words ? searches.run(read) : read())
		if (!page) return null
		const wall = toPublicWall(page)
		const transcripts = await loadTranscripts(db, wall.space.id, wall.items)
		return {
			...renderWallDocument(site, wall, transcripts, page),
			space: wall.space.id,
			surrogateKey: `wall-${wall.wall.id}`,
			// Forged cursors, unusual page sizes and searches must not evict what others request.
			isCacheable:
				page.isCursorValid && page.hasCursorSize && (!page.filtering || isOffered(request.filter, page.filtering)),
		}
	}

	return (path, search) => {
		const slug = pathPattern.exec(path)?.[1]
		if (!slug) return null
		const query = new URLSearchParams(search)
		const filter = readFilter(query)
		const requested = query.get('cursor') ?? ''
		// A forged cursor leads to the first page.
		const isOurs = cursorPattern.test(requested) && !walls.isForged({ slug }, filter, requested)
		const cursor = isOurs ? requested : undefined
		return {
			key: `/w/${slug}${filterQuery(filter, cursor)}`,
			isPage: true,
			render: (site) => render(site, { slug, filter, cursor }),
		}
	}
}

function overloaded(): AppError {
	return new AppError(503, 'unavailable', 'Many people search at this moment. Please try again.', {
		headers: { 'retry-after': '2' },
	})
}
