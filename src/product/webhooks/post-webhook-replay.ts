import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { runQuery } from '#product/run-query.ts'
import { replayWebhook } from './queries.ts'

const moment = z.iso.datetime({ offset: true, error: 'This is not a time as 2026-11-30T12:00:00Z.' })
const one = z.strictObject({ delivery: z.uuid({ error: 'This is not the id of a delivery.' }) })
const span = z.strictObject({
	id: z.uuid({ error: 'This is not the id of a webhook.' }),
	from: moment,
	to: moment,
	/** Only those that never arrived. */
	undelivered: z.boolean().default(false),
})

/**
 * POST /functions/v1/webhook-replay `{delivery}` or `{id, from, to}`: sends one delivery again, or those whose events happened in a span, under
 * the same webhook-id and in order. 202 with their number. For editors, and keys of editors that read testimonials.
 */
export function postWebhookReplay({ db, identify }: Pick<Deps, 'db' | 'identify'>): Handler<JsonObject> {
	return async (x, body) => {
		const { delivery, id, from, to, undelivered } = read(body)
		const { claims } = await identify(x)
		const query = replayWebhook(delivery, id, from, to, undelivered)
		const [row] = await runQuery<{ replayed: number; id: string | null }>(db, claims, query)
		return privateJson({ replayed: row?.replayed ?? 0, ...(row?.id ? { delivery: row.id } : {}) }, 202)
	}
}

function read(body: JsonObject) {
	const parsed = 'delivery' in body ? one.safeParse(body) : span.safeParse(body)
	if (!parsed.success)
		throw invalid(
			Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'body', message])),
		)
	const { data } = parsed
	if ('delivery' in data) return { delivery: data.delivery, id: null, from: null, to: null, undelivered: false }
	const from = new Date(data.from)
	const to = new Date(data.to)
	if (to <= from) throw invalid({ to: 'The end of a span is after its beginning.' })
	return { delivery: null, id: data.id, from, to, undelivered: data.undelivered }
}
