/** What the driver says, without a code, of a connection that is gone or never came. */
const driverWords =
	/^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client was closed|Client has encountered a connection error)/

const lostSocket = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/

/**
 * Whether an error means that the database is away or overloaded, so that the same work may succeed a moment later.
 * Everything else would fail again: a policy that raises, a type that cannot be read.
 */
export function isOutage(error: unknown): boolean {
	const { code, message, syscall } = (error ?? {}) as {
		code?: unknown
		message?: string
		syscall?: unknown
	}
	if (typeof code !== 'string') return driverWords.test(message ?? '')
	// SQLSTATE classes 08, 28, 53, 57 and 58 (28: the login is shut out), but for a statement that took too long.
	if (/^(08|28|53|57|58)/.test(code)) return code !== '57014'
	// ENOENT: the socket of the embedded one; without `connect` it would be any file.
	return lostSocket.test(code) || syscall === 'connect'
}

/** Whether PostgreSQL has no room left on its disk; its message names a file. */
export function isDiskFull(error: unknown): boolean {
	const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
	return severity !== undefined && code === '53100'
}

/**
 * Whether PostgreSQL ended a transaction for the sake of another: the two waited for each other (40P01), or could not be put in
 * an order (40001). Nothing of it happened, and another try meets other circumstances.
 */
export function isConflict(error: unknown): boolean {
	const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
	return severity !== undefined && (code === '40P01' || code === '40001')
}
