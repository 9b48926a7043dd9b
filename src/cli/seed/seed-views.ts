import type { Deps } from '#platform/deps.ts'
import type { Claims } from '#platform/pg/db.ts'
import { type CountedDailyView, countDailyViews } from '#product/page-views/queries.ts'
import * as queries from './seed-queries.ts'

type SentOnDay = { slug: string; day: string; sends: number }
type Wall = { id: string; slug: string }

/** Longer than any choice of the overview with the days before it. */
const dayCount = 190
const dayMilliseconds = 86_400_000
const service: Claims = { role: 'service_role' }
const visitor: Claims = { role: 'anon' }

/** The same for the same day, from 0 to `below` - 1. */
const vary = (day: number, below: number): number => (day * 7 + (day % 5) * 3) % below

/**
 * Writes views and starts that fit the testimonials of a new space: on each day, a form has at least as many views as
 * starts and as many starts as sends, and walls are seen.
 */
export async function seedViews({ db }: Deps, space: string): Promise<void> {
	const [sent, walls] = await db.as(service, async (tx) => [
		await tx.query<SentOnDay>(queries.sendsByDay(space)),
		await tx.query<Wall>(queries.wallsOf(space)),
	])
	const sends = new Map(sent.map((row) => [`${row.slug} ${row.day}`, row.sends]))
	const slugs = [...new Set(sent.map(({ slug }) => slug))]
	const counted: CountedDailyView[] = []
	for (let ago = 0; ago < dayCount; ago++) {
		const day = new Date(Date.now() - ago * dayMilliseconds).toISOString().slice(0, 10)
		for (const slug of slugs) {
			const starts = starting(sends.get(`${slug} ${day}`) ?? 0, ago)
			counted.push({ kind: 'starts', slug, day, number: starts })
			counted.push({ kind: 'form_views', slug, day, number: starts * 4 + vary(ago, 11) })
		}
		for (const [place, { id, slug }] of walls.entries()) {
			counted.push({ kind: 'wall_views', slug, day, number: 2 + vary(ago + place, 6) })
			// Only the first wall is on a site.
			if (place === 0) counted.push({ kind: 'embed_views', wall_id: id, day, number: 31 + vary(ago, 29) })
		}
	}
	await db.as(visitor, (tx) => tx.final(countDailyViews(counted)))
}

const starting = (sends: number, ago: number): number => sends + Math.ceil(sends / 2) + vary(ago, 3)
