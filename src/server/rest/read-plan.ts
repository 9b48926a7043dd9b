import type { Query } from '#server/pg/sql.ts'
import type { PlanWish } from './accept.ts'

/** Everything about a read that the same request needs again. */
export type ReadPlan = {
	statement: Query
	/** Asks the planner for the total, when a guess is wanted. */
	explain: Query | undefined
	offset: number
	/** Exactly one row is wanted. */
	single: boolean
	type: string
	/** The plan itself is what was asked for. */
	wish: PlanWish | undefined
}
