import { z } from 'zod'
import { flag, integer } from '#platform/config/setting-types.ts'

/** Comma-separated names. Double quotes allow commas in a name, and are doubled inside. */
const names = z.string().transform((text, context) =>
	(text.match(/\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+/g) ?? [])
		.map((name) => name.trim())
		.filter(Boolean)
		.map((name) => {
			if (!name.startsWith('"')) return name
			if (name === '""') context.addIssue('a name between quotes is empty')
			else if (!/^"(?:[^"]|"")*"$/.test(name))
				context.addIssue(`${name} has a quote that is not closed before the next comma`)
			return name.slice(1, -1).replaceAll('""', '"')
		}),
)

/** Settings of rest/v1; the defaults are Supabase's. */
export const restSettings = {
	/** Exposed schemas; the first is the default. `app` is for tables of the operator. */
	REST_SCHEMAS: names
		.pipe(z.array(z.string().refine((name) => !/^pg_|^information_schema$/.test(name))).min(1, 'at least one schema'))
		.default(['public', 'app']),
	/** Schemas searched for functions and operators after the requested one. */
	REST_SEARCH_PATH: names.default(['public', 'extensions']),
	/** Maximum rows of a read, an embed or a function's result. */
	REST_MAX_ROWS: integer(1, 1_000_000).default(1000),
	/** MiB of an answer's body. Node and PostgreSQL buffer it, so it bounds the memory of a few requests. */
	REST_MAX_ANSWER_MB: integer(1, 500).default(64),
	/** Allows sum, avg, min and max; count is always allowed. */
	REST_AGGREGATES: flag.default(false),
	/** Enables `Accept: application/vnd.pgrst.plan`. For development: plans reveal hidden rows. */
	REST_EXPLAIN: flag.default(false),
	/** Enables `Prefer: tx=rollback`, for tests of API clients. */
	REST_TX_OVERRIDE: flag.default(false),
	/** Enables the `Server-Timing` header. */
	REST_SERVER_TIMING: flag.default(false),
	/** Required audience (`aud`) of tokens, as PostgREST's `jwt-aud`. */
	REST_JWT_AUD: z.string().min(1).optional(),
}

type RestSettings = z.output<z.ZodObject<typeof restSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<RestSettings> {}
}
