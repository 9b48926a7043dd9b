import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { rateLimited, unavailable } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { requireId } from '#product/http/require-id.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import type { WebhookTestResult } from '#shared/webhooks.ts'
import { callWebhook, openAgent } from './call-webhook.ts'
import { recordWebhookTest, requireWebhook, type WebhookTarget, webhookToTest } from './queries.ts'
import { webhookBody, webhookHeaders } from './webhook-body.ts'
import { orRefusal } from './webhook-refusal.ts'

/** Tests of one webhook in an hour, on each node: the server must not be used to call others. */
const mostPerHour = 60
const hour = 3_600_000
const atOnce = 8

/**
 * POST /functions/v1/webhook-test `{id}`: sends the event `test` at once, also to a paused webhook, adds it to the log, and answers what came
 * back. For editors, and keys of editors that read testimonials.
 */
export function postWebhookTest({ config, db, identify, mail }: Deps): Handler<JsonObject> {
	const calling = new Semaphore(atOnce, { maxWaiters: 20, refuse: tooMany })
	const counts = new LruCache<string, { hour: number; used: number }>(10_000)
	const takeBudget = (webhook: string) => {
		const current = Math.floor(Date.now() / hour)
		const count = counts.get(webhook)
		const used = count?.hour === current ? count.used + 1 : 1
		counts.set(webhook, { hour: current, used })
		return used <= mostPerHour
	}
	return async (x, body) => {
		const id = requireId('id', body.id, 'a webhook')
		const { claims } = await identify(x)
		const [found] = await orRefusal(runQuery<{ space_id: string }>(db, claims, requireWebhook(id)))
		if (config.RATE_LIMITS && !takeBudget(id)) throw rateLimited()
		const [target] = await readQuery<WebhookTarget & { secrets: string[] }>(
			db,
			service,
			webhookToTest(id),
			found?.space_id,
		)
		if (!target) throw new Error('the webhook was deleted meanwhile')
		const message = randomUUID()
		const site = config.SITE_URL
		const event = { event: 'test', happened_at: new Date(), data: { webhook_id: id, space_id: target.space_id } }
		const words = target.kind === 'standard' ? undefined : await mail.words(target.locale)
		const text = webhookBody(target, event, site, words)
		const agent = openAgent(target.url, 1)
		const headers = webhookHeaders(text, target.secrets, message)
		const call = { url: target.url, body: text, headers, allowPrivate: config.WEBHOOKS_PRIVATE, agent, site }
		const answer = await calling.run(() => callWebhook(call)).finally(() => agent.destroy())
		await runQuery(db, service, recordWebhookTest(target, message, answer), { shardKey: target.space_id })
		const result: WebhookTestResult = { status: answer.status, took_ms: answer.took_ms, answer: answer.answer }
		return privateJson(result)
	}
}

const tooMany = () => unavailable('Many webhooks are being tested at this moment. Please try again.', 5)
