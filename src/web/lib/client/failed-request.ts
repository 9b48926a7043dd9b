/** Time that a failure may be shown after it, in milliseconds: a later error has another cause. */
const shownFor = 5000

let last: { id: string; at: number } | undefined

/** `fetch` that remembers the id of the last answer with a fault of the server. */
export const noteFailedRequests =
	(send: typeof fetch): typeof fetch =>
	async (input, init) => {
		const answer = await send(input, init)
		const id = answer.status >= 500 ? answer.headers.get('sb-request-id') : null
		if (id) last = { id, at: performance.now() }
		return answer
	}

/** The id under which the server's log has a failure of this moment; nothing when none was. */
export const failedRequestId = (): string | undefined =>
	last && performance.now() - last.at <= shownFor ? last.id : undefined
