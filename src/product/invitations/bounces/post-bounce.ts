import { createHash, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { readText } from '#product/http/json-body.ts'
import { recordBounce } from '#product/invitations/queries.ts'
import { parseBounces } from './parse-bounce.ts'

const service = { role: 'service_role' } as const
/** SendGrid sends up to a thousand events at once. */
const maxBytes = 2 * 1024 * 1024
const maxReasonLength = 500

/**
 * POST /functions/v1/bounce: a mail provider reports mails that came back, under BOUNCE_TOKEN. Answers how many reports
 * were read and how many concern an invitation; events of no interest are 200 as well, so that they are not sent again.
 */
export function postBounce({ config, db, log }: Deps): Handler {
	return async (x) => {
		if (!config.BOUNCE_TOKEN)
			throw new AppError(404, 'not_found', 'Reports of bounces are off: BOUNCE_TOKEN is not set.')
		if (!isToken(x, config.BOUNCE_TOKEN))
			throw new AppError(401, 'unauthorized', 'The token is not that of BOUNCE_TOKEN.')
		const body = parseBody(await readText(x, maxBytes))
		// Following it would let anyone who has the token make this server request a URL.
		if (isSubscription(body)) log.warn({ url: body.SubscribeURL }, 'open this address to confirm the SNS subscription')
		const reports = parseBounces(body)
		let matched = 0
		for (const { email, mailId, kind, reason } of reports) {
			const words = reason.replaceAll('\0', '').slice(0, maxReasonLength)
			const query = recordBounce(mailId, email.replaceAll('\0', ''), kind === 'complaint', words)
			const [row] = await db.as(service, (tx) => tx.final<{ is_known: boolean }>(query), { repeatable: true })
			if (row?.is_known) matched++
		}
		return json({ reports: reports.length, matched }, 200, { 'cache-control': 'no-store' })
	}
}

/** The token may stand in the query, as providers such as SNS send no header. */
function isToken(x: Exchange, token: string): boolean {
	const bearer = /^Bearer (.+)$/i.exec(x.header('authorization') ?? '')?.[1]
	const digest = (value: string) => createHash('sha256').update(value).digest()
	return timingSafeEqual(digest(bearer ?? x.query('token') ?? ''), digest(token))
}

function parseBody(text: string): unknown {
	try {
		return parseShallowJson(text)
	} catch (cause) {
		throw new AppError(400, 'bad_json', 'The body is not valid JSON.', { cause })
	}
}

function isSubscription(body: unknown): body is { SubscribeURL: string } {
	const { Type, SubscribeURL } = Object(body) as Record<string, unknown>
	return Type === 'SubscriptionConfirmation' && typeof SubscribeURL === 'string'
}
