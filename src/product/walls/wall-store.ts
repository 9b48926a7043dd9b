import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { cardFile } from '#product/cards/card-file.ts'
import { createCardPool } from '#product/cards/card-pool.ts'
import { renderCard } from '#product/cards/render-card.ts'
import { readFeed } from '#product/feeds/read-feed.ts'
import { renderFeed } from '#product/feeds/render-feed.ts'
import { cdnHeaders, withoutCdn } from '#product/http/cdn-headers.ts'
import type { RenderedFile } from '#product/http/rendered-file.ts'
import { renderProofDocument } from '#product/proof/proof-page.ts'
import { followSpaceChanges } from '#product/spaces/follow-space-changes.ts'
import { loadTestimonialPage } from './load-testimonial-page.ts'
import { cursorScope, isOffered, readHostedPage } from './read-filtered-page.ts'
import { type PageRequest, readWallPage, type WallPage } from './read-wall-page.ts'
import { type EmbedSite, renderSharedScript } from './render-loader-script.ts'
import { openWallSite, renderWall, toPublicWall } from './render-wall.ts'
import { renderTestimonialDocument } from './testimonial-page.ts'
import { loadTranscripts } from './transcripts.ts'
import {
	type CachedPage,
	type CachedResponse,
	type ContentCoding,
	createWallCache,
	encodePage,
	type UnencodedPage,
} from './wall-cache.ts'
import { createCursorCodec } from './wall-cursor.ts'
import { loadDefinition, type WallDefinition } from './wall-definition.ts'
import { firstPageUrl, type WallUrl } from './wall-url.ts'

export type WallRequest = ({ slug: string } | { id: string }) & PageRequest

/** Published walls as the public sees them: definitions and rendered responses are cached until their space changes. */
export type WallStore = {
	/** The cached response of a hosted page or an embed, by the key of its URL. */
	find(key: string, coding: ContentCoding): CachedResponse | undefined
	/** The response of a hosted page or an embed, rendered if needed; null when there is no such published wall. */
	render(url: WallUrl, coding: ContentCoding): Promise<CachedResponse | null>
	/** Reads one page; null when there is no such published wall. */
	load(request: WallRequest): Promise<WallPage | null>
	/** Number and bytes of cached responses. */
	readonly size: { pages: number; bytes: number }
}

type Rendered = { page: UnencodedPage; isCacheable: boolean }

const maxDefinitions = 5_000
const embedItems = 12
const distFolder = fileURLToPath(new URL('../../../dist/', import.meta.url))

/** Called once per process, so that pages, embeds and JSON share the caches and one listener. */
export function createWallStore(
	deps: Pick<Deps, 'config' | 'db' | 'keys' | 'files' | 'metrics'>,
	dist = distFolder,
): WallStore {
	const { config, db, keys } = deps
	const cursors = createCursorCodec(keys.secret)
	const cache = createWallCache()
	const cards = createCardPool(config)
	const definitions = new LruCache<string, WallDefinition>(maxDefinitions)
	deps.metrics.cache('walls', cache.stats)
	deps.metrics.cache('wall_definitions', definitions)
	deps.metrics.cache('cards', cards.stats)
	// A search reads every word of a wall and is never cached, so that it must not take all connections.
	const searches = new Semaphore(2, { maxWaiters: 100, timeout: 10_000, refuse: overloaded })
	const rendering = new Map<string, Promise<Rendered | null>>()
	const changes = followSpaceChanges(db, (space) => {
		cache.forget(space)
		for (const key of definitions.keys())
			if (space === null || definitions.peek(key)?.space.id === space) definitions.delete(key)
		// A request that arrives after the change must not share an earlier render.
		rendering.clear()
	})

	async function load(request: WallRequest): Promise<WallPage | null> {
		await changes.ready()
		const key = definitionKey(request)
		const cached = definitions.get(key)
		const since = changes.now()
		const page = await db.as(
			{ role: 'anon' },
			async (tx) => {
				const definition = cached ?? (await loadDefinition(tx, request))
				if (!definition) return null
				const { filter } = request
				return filter
					? readHostedPage(tx, cursors, definition, { ...request, filter })
					: readWallPage(tx, cursors, definition, request)
			},
			{ readOnly: true, shardKey: cached?.space.id },
		)
		if (page && !cached && !changes.hasChanged(page.definition.space.id, since)) definitions.set(key, page.definition)
		return page
	}

	/** A forged cursor leads to the first page. Until the definition is cached, only reading the page reveals it. */
	function withoutForgedCursor(url: WallUrl): WallUrl {
		if (url.kind !== 'page' || !url.cursor) return url
		const definition = definitions.peek(definitionKey(url))
		const isForged = definition && cursors.read(cursorScope(definition, url.filter), url.cursor) === null
		return isForged ? firstPageUrl(url) : url
	}

	/** @param keys surrogate keys beside that of the space */
	function toUnencoded(space: string, keys: string[], { text, headers }: RenderedFile): UnencodedPage {
		const isCompressed = typeof text !== 'string'
		const body = isCompressed ? text : Buffer.from(text)
		const etag = createHash('sha1').update(body).digest('base64url')
		const forCdn = cdnHeaders(config, headers['cache-control'] ?? '', space ? [...keys, `space-${space}`] : keys)
		return { space, body, etag, headers: Object.entries({ ...headers, ...forCdn }).flat(), isCompressed }
	}

	let site: ReturnType<typeof openWallSite> | undefined
	async function render(url: WallUrl): Promise<Rendered | null> {
		// Opened by the first request, and again after a failure: JSON is served without a build.
		site ??= openWallSite(config, dist).catch((error: unknown) => {
			site = undefined
			throw error
		})
		const opened = await site
		if (url.kind === 'loader' || url.kind === 'player' || url.kind === 'form')
			return { page: toUnencoded('', [], renderSharedScript(opened[url.kind])), isCacheable: true }
		if (url.kind === 'testimonial' || url.kind === 'proof' || url.kind === 'feed' || url.kind === 'card')
			return renderShared(opened, url)
		const read = () =>
			load(
				url.kind === 'page'
					? { slug: url.slug, cursor: url.cursor, filter: url.filter }
					: { id: url.id, limit: embedItems },
			)
		const page = url.kind === 'page' && url.filter.words ? await searches.run(read) : await read()
		if (!page) return null
		const transcripts = url.kind === 'page' ? await loadTranscripts(db, page) : {}
		return {
			page: toUnencoded(
				page.definition.space.id,
				[`wall-${page.definition.wall.id}`],
				renderWall(opened, page, url, transcripts),
			),
			// Forged cursors, unusual page sizes and searches must not evict what others request.
			isCacheable:
				page.isCursorValid &&
				page.hasCursorSize &&
				(url.kind !== 'page' || !page.filtering || isOffered(url.filter, page.filtering)),
		}
	}

	async function renderShared(
		opened: EmbedSite,
		url: Extract<WallUrl, { kind: 'testimonial' | 'proof' | 'feed' | 'card' }>,
	): Promise<Rendered | null> {
		await changes.ready()
		if (url.kind === 'card') {
			const card = await renderCard(deps, { site: opened, pool: cards, sources }, url.card)
			return card && { page: toUnencoded(card.space, testimonialKeys(url.card), cardFile(card)), isCacheable: true }
		}
		if (url.kind === 'proof') {
			const found = await renderProofDocument(deps, opened, url.id)
			return (
				found && { page: toUnencoded(found.spaceId, testimonialKeys(url), found.file), isCacheable: found.isSealed }
			)
		}
		if (url.kind === 'feed') {
			const feed = await loadWall(url.slug)
			if (!feed) return null
			const items = await db.as({ role: 'anon' }, (tx) => readFeed(tx, feed.wall.wall.id, feed.limit), {
				readOnly: true,
				shardKey: feed.wall.space.id,
			})
			const rendered = renderFeed(opened, { ...feed.wall, items }, feed.sharing, url.format)
			return { page: toUnencoded(feed.wall.space.id, [`wall-${feed.wall.wall.id}`], rendered), isCacheable: true }
		}
		const found = await loadTestimonialPage(db, url.id)
		return (
			found && {
				page: toUnencoded(found.props.space.id, testimonialKeys(url), renderTestimonialDocument(opened, found)),
				isCacheable: true,
			}
		)
	}

	const sources = { loadWall, loadTestimonial: (id: string) => loadTestimonialPage(db, id) }

	async function loadWall(slug: string) {
		const page = await load({ slug, limit: 1 })
		if (!page) return null
		const { sharing, rule } = page.definition
		return { wall: toPublicWall(page), sharing, limit: rule.limit }
	}

	async function encodeCached(key: string, page: CachedPage, coding: ContentCoding) {
		const ready = page.answers[coding]
		if (ready) return ready
		const encoded = await encodePage(page.plain, coding)
		cache.add(key, page, coding, encoded)
		return encoded
	}

	return {
		find: cache.find,
		load,
		async render(requested, coding) {
			const url = withoutForgedCursor(requested)
			const { key } = url
			const cached = cache.page(key)
			if (cached) return encodeCached(key, cached, coding)
			const since = changes.now()
			const running = rendering.get(key) ?? render(url)
			rendering.set(key, running)
			try {
				const rendered = await running
				if (!rendered) return null
				const { page, isCacheable } = rendered
				if (!isCacheable || changes.hasChanged(page.space, since))
					return await encodePage({ ...page, headers: withoutCdn(page.headers) }, coding)
				return await encodeCached(key, cache.page(key) ?? cache.put(key, page), coding)
			} finally {
				if (rendering.get(key) === running) rendering.delete(key)
			}
		},
		get size() {
			return cache.size
		},
	}
}

function definitionKey(wall: { slug: string } | { id: string }): string {
	return 'slug' in wall ? `s${wall.slug}` : `i${wall.id}`
}

/** The surrogate key of the testimonial that an address names. */
function testimonialKeys(of: { id: string } | { slug: string }): string[] {
	return 'id' in of ? [`testimonial-${of.id}`] : []
}

function overloaded(): AppError {
	return new AppError(503, 'unavailable', 'Many people search at this moment. Please try again.', {
		headers: { 'retry-after': '2' },
	})
}
