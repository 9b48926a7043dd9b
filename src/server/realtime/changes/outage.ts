/** What the driver says, without a code, of a connection that is gone or never came. */
const driverWords =
	/^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client was closed|Client has encountered a connection error)/

/**
 * Whether an error means that the database is away or overloaded, so that the same work may succeed a moment later.
 * Everything else would fail again: a policy that raises, a type that cannot be read.
 */
export function isOutage(error: unknown): boolean {
	const { code, message } = error as { code?: unknown; message?: string }
	if (typeof code !== 'string') return driverWords.test(message ?? '')
	// SQLSTATE classes 08, 28, 53, 57 and 58 (28: the login is shut out), but for a statement that took too long; or an errno such as ECONNRESET.
	return /^(08|28|53|57|58)/.test(code) ? code !== '57014' : /^E[A-Z]/.test(code)
}
