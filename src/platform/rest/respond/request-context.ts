import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Claims } from '#platform/pg/db.ts'
import type { Catalog } from '#platform/rest/catalog/catalog.ts'
import type { QueryLimits } from '#platform/rest/compile/compiler.ts'
import type { Preferences } from '#platform/rest/parse/parse-prefer.ts'
import type { ShardKeyNames } from '#platform/rest/parse/read-shard-key.ts'

/** Settings of the operator; the defaults are Supabase's. */
export type RestOptions = QueryLimits & {
	/** Exposed schemas; the first is the default. */
	schemas: readonly string[]
	/** Schemas searched for functions and operators after the requested one. */
	extraSearchPath: readonly string[]
	/** Enables `application/vnd.pgrst.plan`, the query plan as an answer. */
	plans: boolean
	/** Enables `Prefer: tx=rollback`. */
	allowTxOverride: boolean
	/** Required audience of tokens that have an `aud` claim; any when undefined. */
	audience?: string | undefined
	/** Enables the `Server-Timing` header. */
	serverTiming: boolean
	/** Where requests name their shard key; undefined without a router of shards. */
	shardKeys?: ShardKeyNames | undefined
	/** Base URL in the OpenAPI document. */
	publicUrl: string
}

/** One request, parsed as far as all kinds of requests have in common. */
export type RequestContext = {
	/** The request with its body unread. */
	request: Exchange
	/** Below `/rest/v1`, still encoded: `/todos`, `/rpc/add`. */
	path: string
	claims: Claims
	schema: string
	/** The answer names its schema: a profile was requested, or several schemas are exposed. */
	sendsProfile: boolean
	catalog: Catalog
	preferences: Preferences
	/** Tells a router where the rows are (DATABASE_SHARDED). */
	shardKey?: string | undefined
	timing: ServerTiming | undefined
}

const steps = ['jwt', 'parse', 'plan', 'transaction', 'response'] as const
type Step = (typeof steps)[number]

/** Durations of the steps of a request, for `Server-Timing` (https://www.w3.org/TR/server-timing/). */
export class ServerTiming {
	readonly #durations = new Map<Step, number>()
	#step: Step = 'jwt'
	#since = performance.now()

	/** Ends the current step and begins another. Steps only go forward. */
	begin(step: Step): void {
		if (steps.indexOf(step) <= steps.indexOf(this.#step)) return
		this.#end()
		this.#step = step
	}

	/** Ends the current step and renders all. */
	header(): string {
		this.#end()
		return [...this.#durations].map(([step, ms]) => `${step};dur=${ms.toFixed(1)}`).join(', ')
	}

	#end(): void {
		const now = performance.now()
		this.#durations.set(this.#step, now - this.#since)
		this.#since = now
	}
}
