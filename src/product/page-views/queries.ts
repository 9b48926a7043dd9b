import { sql } from '#platform/pg/sql.ts'

/** Views of a page that came from one host. The members are read by SQL, as JSON. */
export type CountedView = { path: string; referrer_host: string; views: number }

/** Adds page views to today's counts. */
export const countViews = (views: readonly CountedView[]) => sql`select private.count_views(${JSON.stringify(views)})`
