import { LruCache } from '#platform/lru-cache.ts'
import type { CacheStats } from '#platform/metrics/metrics.ts'
import type { Query } from '#platform/pg/sql.ts'
import type { Catalog } from '#platform/rest/catalog/catalog.ts'
import type { PlanRequest } from '#platform/rest/parse/negotiate-media-type.ts'

const maxPlans = 500
const maxKeyLength = 2000

/** An LRU cache of compiled requests, emptied when the catalog changes. */
export class PlanCache<Plan> {
	#catalog: Catalog | undefined
	readonly #plans = new LruCache<string, Plan>(maxPlans)

	/** For /metrics. */
	get stats(): CacheStats {
		return this.#plans
	}

	/** Failures of `compile` are not cached. */
	get(catalog: Catalog, key: string, compile: () => Plan): Plan {
		if (catalog !== this.#catalog) this.#plans.clear()
		this.#catalog = catalog
		const known = this.#plans.get(key)
		if (known !== undefined) return known
		const plan = compile()
		if (key.length <= maxKeyLength) this.#plans.set(key, plan)
		return plan
	}
}

/** A compiled read. */
export type ReadPlan = {
	statement: Query
	/** Query for the planner's estimate of the total. */
	explain: Query | undefined
	offset: number
	/** `Content-Location` of its answers. */
	location: string
	/** Exactly one row is required. */
	single: boolean
	type: string
	/** Set when the query plan was requested. */
	planRequest: PlanRequest | undefined
}
