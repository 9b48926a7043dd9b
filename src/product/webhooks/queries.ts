import { sql } from '#platform/pg/sql.ts'
import type { WebhookItem, WebhookKind } from '#shared/webhooks.ts'

/** The parts of a webhook that its calls need. */
export type WebhookTarget = {
	space_id: string
	id: string
	url: string
	kind: WebhookKind
	space_name: string
	locale: string
}

/** A webhook that this node has taken. `failures` are the rounds in a row that failed. */
export type ClaimedWebhook = WebhookTarget & { generation: string; failures: number }

/** One event as it is told. */
export type ToldEvent = { event: string; happened_at: Date; data: WebhookData }

/** The content of a delivery: a testimonial, or ids and times of one that is gone, of an invitation or of an import. */
export type WebhookData = WebhookItem | { [field: string]: unknown }

/** A delivery whose time has come. `data` is null when there is nothing left to tell. */
export type DueDelivery = {
	id: string
	message_id: string
	event: string
	happened_at: Date
	attempt: number
	data: WebhookData | null
	secrets: string[]
}

/** The end of an attempt. `pause` is the seconds before the next one, null after the last. */
export type RecordedAttempt = {
	id: string
	outcome: 'delivered' | 'skipped' | 'retry'
	status: number | null
	answer: string | null
	took_ms: number | null
	pause: number | null
}

/** Makes deliveries of up to `most` events; `taken` is their number. */
export const queueWebhookEvents = (most: number) => sql`select private.queue_webhook_events(${most}) as taken`

/** True when events or a webhook are due. */
export const hasWebhooksDue = () => sql`select private.has_webhooks_due() as due`

/** Takes due webhooks for some seconds, after which another node may take them. */
export const claimWebhooks = (most: number, leaseSeconds: number) => sql`
	select * from private.claim_webhooks(${most}, make_interval(secs => ${leaseSeconds}))`

/** The next due deliveries of a webhook, whose lease is renewed. */
export const takeWebhookBatch = (
	{ space_id, id, generation }: ClaimedWebhook,
	leaseSeconds: number,
	most: number,
) => sql`
	select * from private.take_webhook_batch(${space_id}, ${id}, ${generation}::bigint, make_interval(secs => ${leaseSeconds}), ${most})`

/** Records a batch; `is_held` is false once the lease is over. */
export const recordWebhookBatch = (
	{ space_id, id, generation }: ClaimedWebhook,
	failures: number,
	attempts: readonly RecordedAttempt[],
) => sql`
	select private.record_webhook_batch(${space_id}, ${id}, ${generation}::bigint, ${failures}, ${JSON.stringify(attempts)}::jsonb) as is_held`

/** Gives a webhook back; it is not due for the next `pauseSeconds`. */
export const releaseWebhook = ({ space_id, id, generation }: ClaimedWebhook, pauseSeconds: number) => sql`
	select private.release_webhook(${space_id}, ${id}, ${generation}::bigint, ${pauseSeconds})`

/** The space of a webhook that the caller may change. */
export const requireWebhook = (id: string) => sql`select private.require_webhook(${id}) as space_id`

export const webhookToTest = (id: string) => sql`
	select w.*, private.webhook_secrets_of(w.space_id, w.id) as secrets from private.webhook_to_test(${id}) w`

export const recordWebhookTest = (
	{ space_id, id }: WebhookTarget,
	message: string,
	{
		isDelivered,
		status,
		answer,
		took_ms,
	}: { isDelivered: boolean; status: number | null; answer: string; took_ms: number },
) => sql`
	select private.record_webhook_test(${space_id}, ${id}, ${message}, ${isDelivered}, ${status}, ${answer}, ${took_ms})`

/** A delivery as a person may see it. `data` is null when there is nothing left to tell. */
export type ShownDelivery = Pick<WebhookTarget, 'space_id' | 'kind' | 'space_name' | 'locale'> &
	Pick<DueDelivery, 'event' | 'happened_at' | 'data'>

/** A delivery as it would be told now, if the caller reads its log. */
export const deliveryToShow = (id: string) => sql`select * from private.delivery_to_show(${id})`

/** Webhooks by their state, and the deliveries that wait. */
export type WebhookNumbers = { working: string; failing: string; paused: string; stopped: string; waiting: string }

export const webhookNumbers = () => sql`select * from private.webhook_numbers()`

/** Sends one delivery again, or those of a span. */
export const replayWebhook = (
	delivery: string | null,
	webhook: string | null,
	since: Date | null,
	until: Date | null,
	onlyUndelivered: boolean,
) => sql`
	select replayed, id from private.replay_webhook(${delivery}, ${webhook}, ${since}, ${until}, ${onlyUndelivered})`

/** A paused webhook as the mail to an owner tells it. */
export type WebhookPause = {
	email: string
	locale: string | null
	space_name: string
	space_locale: string
	url: string
	status: number | null
	answer: string | null
	waiting: string
}

export const webhookPause = (space: string, webhook: string, member: string) => sql`
	select * from private.webhook_pause(${space}, ${webhook}, ${member})`
