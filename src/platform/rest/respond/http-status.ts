/** SQLSTATEs and their classes by HTTP status (https://docs.postgrest.org/en/stable/references/errors.html). */
const sqlstates = {
	400: 'P0001',
	403: '0L 0P 28',
	404: '42883 42P01',
	405: '25006',
	409: '23503 23505',
	500: '09 21000 25 2D 38 39 3B 40 42P17 53400 54 55 57 58 F0 HV P0 XX',
	503: '08 53 57P01',
}
const statuses = new Map(
	Object.entries(sqlstates).flatMap(([status, codes]) =>
		codes.split(' ').map((code) => [code, Number(status)] as const),
	),
)

/** @param authenticated 403 in place of 401 */
export function statusOfSqlstate(sqlstate: string, message: string, authenticated: boolean): number {
	if (sqlstate === '42501') return authenticated ? 403 : 401
	if (sqlstate === '22023' && /^role .* does not exist$/.test(message)) return 401
	if (sqlstate === '21000' && message.endsWith('requires a WHERE clause')) return 400
	// XML was requested for columns that cannot be rendered as XML.
	if (sqlstate === '42883' && message.startsWith('function xmlagg(')) return 406
	if (sqlstate.startsWith('PT')) {
		const custom = Number(sqlstate.slice(2))
		return isHttpStatus(custom) ? custom : 500
	}
	return statuses.get(sqlstate) ?? statuses.get(sqlstate.slice(0, 2)) ?? 400
}

export function isBodiless(status: number): boolean {
	return status === 204 || status === 205 || status === 304
}

export function isHttpStatus(status: number): boolean {
	return Number.isInteger(status) && status >= 200 && status <= 599
}
