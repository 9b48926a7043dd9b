/** The driver's messages, without a code, for a connection that is lost or was never made. */
const driverMessages =
	/^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client was closed|Client has encountered a connection error)/

const socketErrorCodes = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/

/** The server that a connection leads to takes no writes: a standby, or one that was set to read-only. */
export class ReadOnlyServer extends Error {
	/** SQLSTATE of a refused write. */
	readonly code = '25006'
}

/** True when an error means that the database is down or overloaded, so that the same work may succeed later. */
export function isOutage(error: unknown): boolean {
	if (error instanceof ReadOnlyServer) return true
	const { code, message, syscall } = (error ?? {}) as {
		code?: unknown
		message?: string
		syscall?: unknown
	}
	if (typeof code !== 'string') return driverMessages.test(message ?? '')
	// SQLSTATE classes 08, 28, 53, 57 and 58 (28: the login is refused), except statement timeouts.
	if (/^(08|28|53|57|58)/.test(code)) return code !== '57014'
	// ENOENT on `connect`: the socket of the embedded PostgreSQL; otherwise it could be any file.
	return socketErrorCodes.test(code) || syscall === 'connect'
}

/** True when PostgreSQL's disk is full; the error message names a file. */
export function isDiskFull(error: unknown): boolean {
	return serverCode(error) === '53100'
}

/** True when a limit of the operator refused a row; its message is for people (`private.keep_storage_limit`). */
export function isLimitReached(error: unknown): boolean {
	return serverCode(error) === 'QUOTA'
}

/**
 * True when PostgreSQL aborted a transaction because of another one: a deadlock (40P01) or a serialization failure
 * (40001). Nothing was stored, and a retry may succeed.
 */
export function isConflict(error: unknown): boolean {
	return ['40P01', '40001'].includes(serverCode(error) ?? '')
}

const marked = new WeakSet<object>()

/** Records that a transaction failed with this error before its commit was sent. */
export function markUncommitted(error: unknown): void {
	if (error instanceof Error) marked.add(error)
}

/**
 * True when a failed transaction certainly stored nothing: its commit was never sent, or PostgreSQL refused it. After
 * any other failure the rows may exist.
 */
export function isUncommitted(error: unknown): boolean {
	return (error instanceof Error && marked.has(error)) || wasRefused(error)
}

/** True when PostgreSQL refused a statement, as opposed to losing the connection. */
export function wasRefused(error: unknown): boolean {
	return !/^(08|57P|$)/.test(serverCode(error) ?? '')
}

/** True when PostgreSQL itself sent an error, over a connection that may work. */
export function isServerError(error: unknown): boolean {
	return serverCode(error) !== undefined
}

/**
 * True when a failure may come from a server that takes no writes: a write (25006), or a lock that only writers take (55000).
 */
export function mayBeReadOnly(error: unknown): boolean {
	return ['25006', '55000'].includes(serverCode(error) ?? '')
}

/** True when PostgreSQL ended a connection, or refused it: no statement of a caller has this severity. */
export function isConnectionRefused(error: unknown): boolean {
	return (error as { severity?: unknown } | null)?.severity === 'FATAL' && isOutage(error)
}

/** The SQLSTATE of an error that PostgreSQL itself sent. */
function serverCode(error: unknown): string | undefined {
	const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
	return severity !== undefined && typeof code === 'string' ? code : undefined
}
