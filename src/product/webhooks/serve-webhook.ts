import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import { runQuery, service } from '#product/run-query.ts'
import { webhookTries } from '#shared/webhooks.ts'
import { callWebhook, openAgent } from './call-webhook.ts'
import {
	type ClaimedWebhook,
	type DueDelivery,
	type RecordedAttempt,
	recordWebhookBatch,
	releaseWebhook,
	takeWebhookBatch,
} from './queries.ts'
import { isKeptFromChat, webhookBody, webhookHeaders } from './webhook-body.ts'

/** Longer than a batch: a call ends after ten seconds. */
export const leaseSeconds = 30
/** Calls at once of one webhook, and the pause after them: submissions must not wait for the processor. */
const standardPace = { atOnce: 10, milliseconds: 100 }
/** Chat services take about a message a second. */
const chatPace = { atOnce: 1, milliseconds: 1000 }
/** Batches after which other webhooks have their turn. */
const maxBatches = 20
/** Rounds in a row that failed, after which the address itself is left alone for a while. */
const failedRounds = 3
const longestRestSeconds = 60

type Context = Pick<Deps, 'config' | 'db' | 'mail' | 'metrics'> & {
	isClosing(): boolean
	/** Waits for the turn of a batch while this node is busy. */
	turn(): Promise<void>
}

/**
 * Sends due deliveries of a webhook that this node has taken, in batches whose contents are read right before they are sent, and gives
 * the webhook back. An address that fails is called once at a time, so that two thousand deliveries to it cost a call a minute.
 */
export async function serveWebhook(context: Context, webhook: ClaimedWebhook): Promise<void> {
	const { db, isClosing, metrics, turn } = context
	const { atOnce, milliseconds } = webhook.kind === 'standard' ? standardPace : chatPace
	const agent = openAgent(webhook.url, atOnce)
	let { failures } = webhook
	try {
		for (let batch = 0; batch < maxBatches && !isClosing(); batch++) {
			await turn()
			const query = takeWebhookBatch(webhook, leaseSeconds, failures > 0 ? 1 : atOnce)
			const due = await runQuery<DueDelivery>(db, service, query, { shardKey: webhook.space_id })
			if (due.length === 0) break
			const attempts = await Promise.all(due.map((delivery) => attempt(context, webhook, agent, delivery)))
			const hasFailed = attempts.every(({ outcome }) => outcome === 'retry')
			failures = hasFailed ? failures + 1 : 0
			const record = recordWebhookBatch(webhook, failures, attempts)
			const [row] = await runQuery<{ is_held: boolean }>(db, service, record, {
				repeatable: true,
				shardKey: webhook.space_id,
			})
			if (!row?.is_held) return
			for (const one of attempts) metrics.add('plaudit_webhook_attempts_total', [outcomeOf(one)])
			if (failures >= failedRounds) break
			await pause(milliseconds)
		}
	} finally {
		agent.destroy()
	}
	const rest = failures < failedRounds ? 0 : Math.min(longestRestSeconds, 5 * 2 ** (failures - failedRounds))
	await runQuery(db, service, releaseWebhook(webhook, rest), { repeatable: true, shardKey: webhook.space_id })
}

async function attempt(
	{ config, mail }: Context,
	webhook: ClaimedWebhook,
	agent: Agent,
	{ id, message_id, event, happened_at, attempt: earlier, data, secrets }: DueDelivery,
): Promise<RecordedAttempt> {
	if (!data || isKeptFromChat(webhook.kind, data))
		return { id, outcome: 'skipped', status: null, answer: null, took_ms: null, pause: null }
	const words = webhook.kind === 'standard' ? undefined : await mail.words(webhook.locale)
	const site = config.SITE_URL
	const body = webhookBody(webhook, { event, happened_at, data }, site, words)
	const headers = webhookHeaders(body, secrets, message_id)
	const call = { url: webhook.url, body, headers, allowPrivate: config.WEBHOOKS_PRIVATE, agent, site }
	const { isDelivered, status, answer, took_ms, retryAfter } = await callWebhook(call)
	const outcome = isDelivered ? 'delivered' : 'retry'
	return { id, outcome, status, answer, took_ms, pause: isDelivered ? null : pauseAfter(earlier + 1, retryAfter) }
}

/** The outcome of an attempt as /metrics counts it. */
const outcomeOf = ({ outcome, pause }: RecordedAttempt): string =>
	outcome === 'retry' ? (pause === null ? 'failed' : 'retried') : outcome

/** Seconds before the attempt that follows `attempts` failed ones, with jitter, or as the receiver asks; null after the last one. */
export function pauseAfter(attempts: number, retryAfter = 0): number | null {
	const next = webhookTries[attempts]
	if (next === undefined) return null
	const gap = next - (webhookTries[attempts - 1] ?? 0)
	return Math.max(gap * (0.9 + Math.random() / 5), Math.min(retryAfter, 3600))
}
