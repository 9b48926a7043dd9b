import type { Deps } from '#server/deps.ts'
import { CallerError, readBearer } from '#server/http/caller.ts'

/** Refuses a call that needs a token and has none or a bad one (data.md §5); nothing when it may pass. */
export function isAllowed({ config, identify }: Deps, name: string, { headers }: Request) {
	if (config.FUNCTIONS_PUBLIC.includes(name)) return undefined
	const bearer = readBearer(headers.get('authorization'))
	if (!bearer && !headers.has('apikey'))
		return refusal('UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
	try {
		identify(headers)
		return undefined
	} catch (error) {
		if (!(error instanceof CallerError)) throw error
		const isOver = error.problem === 'ended_session'
		return refusal('UNAUTHORIZED_INVALID_JWT_FORMAT', isOver ? error.message : 'Invalid JWT')
	}
}

function refusal(code: string, message: string): Response {
	return Response.json({ code, message }, { status: 401 })
}
