import { z } from 'zod'

const flag = z
	.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'])
	.transform((text) => ['true', '1', 'on', 'yes'].includes(text))
/** Names between commas. In double quotes, which are doubled within, a name may hold commas. */
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

/** The settings of rest/v1; the defaults are Supabase's (data.md §2). */
export const restSettings = {
	/** Schemas that requests may name; the first is the default. `app` is for the operator's own tables. */
	REST_SCHEMAS: names
		.pipe(
			z
				.array(z.string().refine((name) => !/^pg_|^information_schema$/.test(name)))
				.min(1, 'at least one schema'),
		)
		.default(['public', 'app']),
	/** Schemas that functions and operators are looked for in after the requested one. */
	REST_SEARCH_PATH: names.default([]),
	/** Rows that a read, an embed or a function's result is cut to. */
	REST_MAX_ROWS: z.coerce.number().int().min(1).max(1_000_000).default(1000),
	/** MiB of an answer's body. Node and PostgreSQL hold it whole, so it bounds what a few requests can take of the memory. */
	REST_MAX_ANSWER_MB: z.coerce.number().int().min(1).max(500).default(64),
	/** Allows sum, avg, min and max; count always is. */
	REST_AGGREGATES: flag.default(false),
	/** Answers `Accept: application/vnd.pgrst.plan`: for development, as plans tell of rows that nobody may see. */
	REST_EXPLAIN: flag.default(false),
	/** Lets `Prefer: tx=rollback` undo a request, for the tests of those who use the API. */
	REST_TX_OVERRIDE: flag.default(false),
	/** Tells in `Server-Timing` how long the steps of a request took. */
	REST_SERVER_TIMING: flag.default(false),
	/** Refuses tokens that are meant for somebody else (`aud`), as PostgREST's `jwt-aud`. */
	REST_JWT_AUD: z.string().min(1).optional(),
}
