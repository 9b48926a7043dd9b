import { sql } from '#server/pg/sql.ts'
import type { CountedView } from './events.ts'

/** Adds page views to those of today. */
export const countViews = (views: readonly CountedView[]) =>
	sql`select private.count_views(${JSON.stringify(views)})`
