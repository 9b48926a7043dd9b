/**
 * A call that never became the function's own answer. The official client tells these by a header: it reports a relay
 * error instead of what the function said (data.md §5).
 */
const problems = {
	NOT_FOUND: { status: 404, message: 'Requested function was not found' },
	BOOT_ERROR: { status: 503, message: 'Function failed to start (please check logs)' },
	TOO_MANY_CALLS: { status: 503, message: 'Too many functions are running. Try again soon.' },
	REQUEST_TIMEOUT: { status: 504, message: 'Function took too long to answer' },
	WORKER_ERROR: { status: 546, message: 'Function ended before it answered (please check logs)' },
} as const
export type RelayCode = keyof typeof problems

/** The answer of the runner itself. */
export function relayProblem(code: RelayCode): Response {
	const { status, message } = problems[code]
	const headers: Record<string, string> = { 'x-relay-error': 'true' }
	if (code === 'TOO_MANY_CALLS') headers['retry-after'] = '1'
	return Response.json({ code, message }, { status, headers })
}
