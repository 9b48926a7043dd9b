import pg from 'pg'

/** Session state of a connection between two transactions. */
export type SessionState = {
	user: string
	role: string
	claims: string
	headers: string
	timeout: string
}

const ask = `select current_user as "user", current_setting('role') as role,
	coalesce(current_setting('request.jwt.claims', true), '') as claims,
	coalesce(current_setting('request.headers', true), '') as headers, current_setting('statement_timeout') as timeout`

type Query = (config: { text?: string }, ...more: unknown[]) => Promise<pg.QueryResult<SessionState>>

/**
 * Connections whose session state is queried before each transaction, in the same flight.
 * @returns the class for a pool, and all recorded states
 */
export function createProbedClient(): { Client: typeof pg.Client; seen: SessionState[] } {
	const seen: SessionState[] = []
	class ProbedClient extends pg.Client {}
	const query = pg.Client.prototype.query as unknown as Query
	const probing: Query = function (this: pg.Client, config, ...more) {
		if (config.text?.startsWith('begin'))
			query.call(this, { text: ask }).then(
				({ rows }) => seen.push(...rows),
				// A broken connection is not reused.
				() => {},
			)
		return query.call(this, config, ...more)
	}
	Object.assign(ProbedClient.prototype, { query: probing })
	return { Client: ProbedClient, seen }
}
