const marked = new WeakSet<object>()

/** Notes that a transaction failed with this error before its commit was sent. */
export function markUncommitted(error: unknown): void {
	if (error instanceof Error) marked.add(error)
}

/**
 * Whether a failed transaction stored nothing for sure: its commit was never sent, or PostgreSQL refused it. After any other
 * failure the rows may be there.
 */
export function isUncommitted(error: unknown): boolean {
	return (error instanceof Error && marked.has(error)) || wasRefused(error)
}

/** Whether PostgreSQL itself refused a statement, before it lost the connection. */
export function wasRefused(error: unknown): boolean {
	const { code, severity } = error as { code?: unknown; severity?: unknown }
	return severity !== undefined && typeof code === 'string' && !/^(08|57P)/.test(code)
}
