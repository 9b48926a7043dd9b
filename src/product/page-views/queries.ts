import { sql } from '#platform/pg/sql.ts'

/** Views of a page that came from one host. The members are read by SQL, as JSON. */
export type CountedView = { path: string; referrer_host: string; views: number }

/** Adds page views to today's counts. */
export const countViews = (views: readonly CountedView[]) => sql`select private.count_views(${JSON.stringify(views)})`

/** The counts of one form or wall, by its slug or its id, today or on a day as `2026-11-25`. The members are read by SQL, as JSON. */
export type CountedDailyView = {
	kind: 'form_views' | 'starts' | 'wall_views' | 'embed_views'
	number: number
	day?: string
} & ({ slug: string } | { wall_id: string })

/** Adds to today's numbers of forms and walls. */
export const countDailyViews = (counted: readonly CountedDailyView[]) =>
	sql`select private.count_daily_views(${JSON.stringify(counted)})`
