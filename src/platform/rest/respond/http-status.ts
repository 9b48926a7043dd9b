/** HTTP statuses by SQLSTATE or its prefix; the first match wins (https://docs.postgrest.org/en/stable/references/errors.html). */
const statuses: readonly (readonly [prefix: string, status: number])[] = [
	['08', 503],
	['09', 500],
	['0L', 403],
	['0P', 403],
	['23503', 409],
	['23505', 409],
	['25006', 405],
	['21000', 500],
	['22023', 400],
	['25', 500],
	['28', 403],
	['2D', 500],
	['38', 500],
	['39', 500],
	['3B', 500],
	['40', 500],
	['53400', 500],
	['53', 503],
	['54', 500],
	['55', 500],
	['57P01', 503],
	['57', 500],
	['58', 500],
	['F0', 500],
	['HV', 500],
	['P0001', 400],
	['P0', 500],
	['XX', 500],
	['42883', 404],
	['42P01', 404],
	['42P17', 500],
]

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
	return statuses.find(([prefix]) => sqlstate.startsWith(prefix))?.[1] ?? 400
}

export function isBodiless(status: number): boolean {
	return status === 204 || status === 205 || status === 304
}

export function isHttpStatus(status: number): boolean {
	return Number.isInteger(status) && status >= 200 && status <= 599
}
