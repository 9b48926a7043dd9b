import { sql } from '#server/pg/sql.ts'

/** So many views of a page by visitors of one host. */
export type CountedView = { path: string; referrer_host: string; views: number }

/** Adds page views to those of today. */
export const countViews = (views: readonly CountedView[]) =>
	sql`select private.count_views(${JSON.stringify(views)})`
