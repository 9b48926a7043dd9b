import type { IncomingMessage, ServerResponse } from 'node:http'
import { createClientAddress } from '#server/http/client-address.ts'
import { corsHeaders } from '#server/http/cors.ts'
import { headerText, openDirect } from '#server/http/direct.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { AuthContext } from './auth-context.ts'
import { createKeyCheck } from './bearer/api-key.ts'
import type { Asker } from './bearer/bearer.ts'
import { readIncoming } from './body-text.ts'
import { createPasswordSignIn } from './grants/grant-password.ts'
import { createRefreshing } from './grants/grant-refresh.ts'
import { wordAuthError } from './render-error.ts'
import { answerUser } from './users/user.ts'

const longestBody = 16_384

/**
 * Node's own door to the requests that come most: who am I, a new token please, and, where no captcha stands before it, the
 * password. The answers are those that the app would give, without the objects of Fetch and the layers of the app, which cost
 * as much processor time as the transaction itself.
 * @returns a function that is false when it leaves a request to the app: whatever reads differently in any way
 */
export function directAuth(context: AuthContext) {
	const { config, limits, log } = context
	const grants = {
		refresh_token: createRefreshing(context),
		...(config.CAPTCHA_PROVIDER ? {} : { password: createPasswordSignIn(context) }),
	}
	const isKey = createKeyCheck(context)
	const clientAddress = createClientAddress(config.TRUSTED_PROXIES)
	const fixed = {
		...corsHeaders,
		...securityHeaders('api', config),
		'cache-control': 'no-store',
		'content-type': 'application/json',
	}

	const answers = new Map<string, (request: IncomingMessage, asker: Asker) => Promise<object>>([
		['GET /auth/v1/user', (_, asker) => answerUser(context, asker)],
	])
	for (const [name, grant] of Object.entries(grants))
		answers.set(`POST /auth/v1/token?grant_type=${name}`, async (request, asker) => {
			const body = await readIncoming(request)
			await limits.request('token', asker.var.ip)
			return grant(body, asker)
		})

	return (request: IncomingMessage, response: ServerResponse): boolean => {
		const { method, url, headers } = request
		const answer = answers.get(`${method} ${url}`)
		const { apikey } = headers
		if (!answer || typeof apikey !== 'string' || !isKey(apikey)) return false
		// Of an unknown or a great length, or of another coding: the app counts and refuses.
		if (method === 'POST' && !(Number(headers['content-length']) <= longestBody)) return false
		const exchange = openDirect(context, request, response)
		const forwarded = headerText(headers['x-forwarded-for'])
		const asker: Asker = {
			req: { header: (name) => headerText(headers[name.toLowerCase()]) },
			var: { ip: clientAddress(request.socket.remoteAddress, forwarded) },
		}
		const send = (status: number, own: Record<string, string>, body: object) =>
			exchange.send(status, { ...fixed, ...own }, JSON.stringify(body))
		answer(request, asker)
			.then((body) => send(200, {}, body))
			.catch((thrown: unknown) => {
				const asked = asker.req.header('x-supabase-api-version')
				const worded = wordAuthError(thrown, asked, { requestId: exchange.requestId, log })
				send(worded.status, worded.headers, worded.body)
			})
			.catch(exchange.fail)
		return true
	}
}
