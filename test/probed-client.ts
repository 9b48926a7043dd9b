import pg from 'pg'

/** What a connection says of itself between two transactions. */
export type Resting = {
	user: string
	role: string
	claims: string
	headers: string
	timeout: string
}

const ask = `select current_user as "user", current_setting('role') as role,
	coalesce(current_setting('request.jwt.claims', true), '') as claims,
	coalesce(current_setting('request.headers', true), '') as headers, current_setting('statement_timeout') as timeout`

type Query = (config: { text?: string }, ...more: unknown[]) => Promise<pg.QueryResult<Resting>>

/**
 * Connections that are looked at before each transaction begins, on the same connection and in the same flight.
 * @returns the class for a pool, and everything that was seen
 */
export function probed(): { Client: typeof pg.Client; seen: Resting[] } {
	const seen: Resting[] = []
	class ProbedClient extends pg.Client {}
	const query = pg.Client.prototype.query as unknown as Query
	const probing: Query = function (this: pg.Client, config, ...more) {
		if (config.text?.startsWith('begin'))
			query.call(this, { text: ask }).then(
				({ rows }) => seen.push(...rows),
				// A connection that broke is not used again.
				() => {},
			)
		return query.call(this, config, ...more)
	}
	Object.assign(ProbedClient.prototype, { query: probing })
	return { Client: ProbedClient, seen }
}
