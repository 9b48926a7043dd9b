import type { Deps } from '#platform/deps.ts'
import { createBatchedWrites } from '#platform/pg/batched-writes.ts'
import type { LandingStore } from '#product/pages/landing/landing-store.ts'
import { type CountedDailyView, countDailyViews } from './queries.ts'

export type DailyViews = ReturnType<typeof createDailyViews>

const pagePath = /^\/(collect|w)\/([a-z0-9-]{3,63})\/?$/

/**
 * Counts by day how often each form and wall was seen, for the numbers of its space. A crash loses those of the last seconds. Called once
 * per process.
 */
export function createDailyViews(deps: Pick<Deps, 'db' | 'log'>, landings: Pick<LandingStore, 'current'>) {
	const { put, flush } = createBatchedWrites<CountedDailyView>(deps, countDailyViews, 'daily views not counted')
	const add = (kind: CountedDailyView['kind'], found: { slug: string } | { wall_id: string }) =>
		put(`${kind} ${Object.values(found)}`, (known) => ({ kind, ...found, number: (known?.number ?? 0) + 1 }))
	return {
		/**
		 * @param kind `start` for a visitor who begins to fill the form
		 * @param path that of a page; only those of forms and walls are counted
		 */
		countPage(kind: 'view' | 'start', path: string): void {
			const landing = landings.current()
			const seen = path === '/' && landing.kind === 'wall' ? `/w/${landing.slug}` : path
			const [, noun, slug] = pagePath.exec(seen) ?? []
			if (!slug) return
			if (noun === 'collect') add(kind === 'start' ? 'starts' : 'form_views', { slug })
			else if (kind === 'view') add('wall_views', { slug })
		},
		/** Counts a wall that another site has loaded. */
		countEmbed(wall_id: string): void {
			add('embed_views', { wall_id })
		},
		/** Writes the pending counts. Never rejects: a failure is logged, and its counts are lost. */
		flush,
	}
}
