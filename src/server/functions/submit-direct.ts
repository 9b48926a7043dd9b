import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { createClientAddress } from '#server/http/client-address.ts'
import { chooseEncoding, encode } from '#server/http/compress.ts'
import { corsHeaders } from '#server/http/cors.ts'
import { headerText, openDirect } from '#server/http/direct.ts'
import { logFailure, wordError } from '#server/http/render-error.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { SubmissionAnswer } from '#shared/submission.ts'
import { readStatedObject } from './request-body.ts'
import { fromJson } from './sent-submission.ts'
import type { SubmitService } from './submit.ts'

const longestBody = 16_384
const json = /^application\/json\s*(;|$)/i

/**
 * Node's own door for what comes most to a form, a small JSON body from somebody who shows no key: the answer is the one that
 * the app would give, without the objects of Fetch and the layers of the app.
 * @returns a function that is false when it leaves the request to the app
 */
export function directSubmit(deps: Deps, submissions: SubmitService) {
	const { config } = deps
	const clientAddress = createClientAddress(config.TRUSTED_PROXIES)
	const fixed = {
		...corsHeaders,
		...securityHeaders('api', config),
		'content-type': 'application/json',
		vary: 'accept-encoding',
	}

	return (request: IncomingMessage, response: ServerResponse): boolean => {
		const { method, url, headers } = request
		if (method !== 'POST' || url !== '/functions/v1/submit') return false
		if (headers.apikey !== undefined || headers.authorization !== undefined) return false
		// Of another form, an unknown or a great length: the app reads, counts and refuses.
		if (!json.test(headers['content-type'] ?? '')) return false
		if (!(Number(headers['content-length']) <= longestBody)) return false
		const exchange = openDirect(deps, request, response)
		const send = async (status: number, own: Record<string, string>, value: object) => {
			const body = JSON.stringify(value)
			const coding = chooseEncoding(headers['accept-encoding'])
			const coded = coding && (await encode(body, coding))
			const said = coded ? { 'content-encoding': coding } : {}
			exchange.send(status, { ...fixed, ...own, ...said }, coded || body)
		}
		const answer = async () => {
			// To its end, whatever is answered: the next request on the connection stands behind it.
			const given = await readStatedObject(request)
			await submissions.requireSpace()
			const ip = clientAddress(request.socket.remoteAddress, headerText(headers['x-forwarded-for']))
			const key = headerText(headers['idempotency-key'])
			const { id, link } = await submissions.take(fromJson(given), key, ip)
			const stored: SubmissionAnswer = {
				id,
				receipt_url: config.SITE_URL + link,
				status: 'pending',
			}
			await send(201, {}, stored)
		}
		answer()
			.catch((error: unknown) => {
				logFailure(deps.log, error, exchange.requestId)
				const { status, headers: own, body } = wordError(error)
				return send(status, own, body)
			})
			.catch(exchange.fail)
		return true
	}
}
