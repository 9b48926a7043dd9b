/**
 * `fetch` for a computer whose clock may be wrong. A session says when it ends by the server's clock; by one that is an
 * hour ahead each new session would count as expired, and be renewed before every request. So the moment is left out,
 * and the client counts `expires_in` from now by the clock that it will compare with.
 */
export const fetchByOwnClock: typeof fetch = async (input, init) => {
	const answer = await fetch(input, init)
	const isJson = answer.headers.get('content-type')?.startsWith('application/json')
	if (!isJson || !answer.ok || !addressOf(input).includes('/auth/v1/')) return answer
	const { expires_at, ...session } = await answer.clone().json()
	if (!expires_at || !session.access_token) return answer
	const { status, headers } = answer
	return new Response(JSON.stringify(session), { status, headers })
}

function addressOf(input: RequestInfo | URL): string {
	return input instanceof Request ? input.url : String(input)
}
