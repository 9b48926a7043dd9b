import type { Catalog } from './catalog.ts'

const maxPlans = 500
const maxKeyLength = 2000

/**
 * Remembers what was compiled for exactly the same request. Pages ask for the same things over and over;
 * the least recently used goes first, and all of them when the catalog changes.
 */
export class PlanCache<Plan> {
	#catalog: Catalog | undefined
	#plans = new Map<string, Plan>()

	/** The plan for `key`, made by `compile` if it is not known. What throws is not remembered. */
	get(catalog: Catalog, key: string, compile: () => Plan): Plan {
		if (catalog !== this.#catalog) {
			this.#catalog = catalog
			this.#plans.clear()
		}
		const known = this.#plans.get(key)
		if (known !== undefined) {
			this.#plans.delete(key)
			this.#plans.set(key, known)
			return known
		}
		const plan = compile()
		if (key.length > maxKeyLength) return plan
		if (this.#plans.size >= maxPlans) this.#plans.delete(this.#plans.keys().next().value ?? '')
		this.#plans.set(key, plan)
		return plan
	}
}
