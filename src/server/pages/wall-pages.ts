import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { createWallLoader, type WallLoader } from '#server/functions/load-wall.ts'
import { createSpaceChanges } from '#server/functions/space-changes.ts'
import { publicWall } from '#server/functions/wall-page.ts'
import type { PublicWall } from '#shared/wall.ts'
import { readAnalytics } from './analytics.ts'
import { loadPublicAssets } from './public-assets.ts'
import { firstPageOf, type WallAddress } from './wall-address.ts'
import {
	type CachedPage,
	type Coding,
	code,
	createWallCache,
	type PlainPage,
	type ReadyAnswer,
	type WallCache,
} from './wall-cache.ts'
import {
	embedFragment,
	embedFrame,
	embedScript,
	loaderScript,
	type Rendered,
	type Site,
	wallDocument,
} from './wall-document.ts'

/** Walls as the public gets them: hosted pages and embeds, rendered once and kept as ready bytes until they change. */
export type WallPages = {
	cache: WallCache
	loader: WallLoader
	/** Makes what the cache does not have; null when no published wall is there. */
	make(address: WallAddress, coding: Coding): Promise<ReadyAnswer | null>
}
type MadePage = { plain: PlainPage; isWorthKeeping: boolean }

const dist = new URL('../../../dist/', import.meta.url).pathname
const perDeps = new WeakMap<Deps, Promise<WallPages>>()

/** The same for everybody who has the same deps: the hot path and the routes share one cache. */
export function wallPages(deps: Deps): Promise<WallPages> {
	const made = perDeps.get(deps) ?? createWallPages(deps)
	perDeps.set(deps, made)
	return made
}

async function createWallPages(deps: Deps): Promise<WallPages> {
	const cache = createWallCache()
	const loader = createWallLoader(deps)
	const running = new Map<string, Promise<MadePage | null>>()
	const changes = createSpaceChanges()

	const forget = (space: string | null) => {
		changes.note(space)
		cache.forget(space)
		loader.forget(space)
		// Whoever asks from now on must not be given what was read before.
		running.clear()
	}
	await deps.db.listen('plaudit_space', forget, () => forget(null))

	let site: Promise<Site> | undefined
	const render = async (address: WallAddress): Promise<MadePage | null> => {
		// A folder that could not be read for once is read again by the next who asks.
		site ??= openSite(deps).catch((error: unknown) => {
			site = undefined
			throw error
		})
		const rendered = await renderAddress(await site, loader, address)
		return rendered && { plain: toPlain(rendered), isWorthKeeping: rendered.isWorthKeeping }
	}

	return {
		cache,
		loader,
		async make(asked, coding) {
			const isMadeUp = asked.kind === 'page' && !loader.isWhereAsked(asked)
			const address = isMadeUp ? firstPageOf(asked) : asked
			const { key } = address
			const kept = cache.page(key)
			if (kept) return keepCoding(cache, key, kept, coding)
			const seen = changes.now()
			const started = running.get(key) ?? render(address)
			running.set(key, started)
			try {
				const made = await started
				if (!made) return null
				const { plain: page } = made
				// What changed while it was rendered may be newer than what was read: answer, but do not keep.
				if (!made.isWorthKeeping || changes.hasChanged(page.space, seen))
					return await code(page, coding)
				const entry = cache.page(key) ?? cache.put(key, page)
				return await keepCoding(cache, key, entry, coding)
			} finally {
				if (running.get(key) === started) running.delete(key)
			}
		},
	}
}

async function keepCoding(cache: WallCache, key: string, page: CachedPage, coding: Coding) {
	const ready = page.answers[coding]
	if (ready) return ready
	const answer = await code(page.plain, coding)
	cache.add(key, page, coding, answer)
	return answer
}

async function openSite(deps: Deps): Promise<Site> {
	const assets = await loadPublicAssets(dist)
	const loader = await readFile(join(dist, 'embed/embed.js'), 'utf8')
	return {
		config: deps.config,
		assets,
		analytics: readAnalytics(
			deps.config.ANALYTICS_SNIPPET,
			assets.script('page-view/page-view.ts'),
		),
		loader,
	}
}

async function renderAddress(site: Site, loader: WallLoader, address: WallAddress) {
	if (address.kind === 'loader') return { space: '', isWorthKeeping: true, ...loaderScript(site) }
	const page = await loader.load(
		address.kind === 'page'
			? { slug: address.slug, cursor: address.cursor }
			: { id: address.id, limit: 12 },
	)
	if (!page) return null
	const wall = publicWall(page)
	// Anybody can make up cursors; what was asked for by one of them must not put out what others ask for.
	const isWorthKeeping = page.isWhereAsked && page.isUsual
	return { space: wall.space.id, isWorthKeeping, ...renderWall(site, wall, address) }
}

function renderWall(
	site: Site,
	wall: PublicWall,
	address: Exclude<WallAddress, { kind: 'loader' }>,
) {
	if (address.kind === 'page') return wallDocument(site, wall)
	if (address.kind === 'script') return embedScript(site, wall, address.language)
	if (address.kind === 'fragment') return embedFragment(site, wall, address.language)
	return embedFrame(site, wall, address.language)
}

function toPlain({ space, text, headers }: Rendered & { space: string }): PlainPage {
	const body = Buffer.from(text)
	const etag = createHash('sha1').update(body).digest('base64url')
	return { space, body, etag, headers: Object.entries(headers).flat() }
}
