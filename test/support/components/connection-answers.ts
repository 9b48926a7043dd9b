import type { ApiKeyRow, WebhookDeliveryRow, WebhookRow } from '#shared/rows.ts'
import { answerRows } from './answers.ts'
import { person, space } from './open-screen.tsx'

/** Milliseconds of a day. */
export const day = 86_400_000
/** A moment so many milliseconds ago, as rest/v1 answers it. */
export const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString()

/** A key of the space, as rest/v1 answers it. */
export const keyRow = (change: Partial<ApiKeyRow> = {}): ApiKeyRow => ({
	id: '51515151-5151-4151-8151-515151515151',
	space_id: space.id,
	name: 'Shop sync',
	role: 'editor',
	scopes: ['invitations:write', 'submissions:write', 'testimonials:read', 'testimonials:write'],
	prefix: 'plk_Xa07',
	created_by: person.id,
	created_at: ago(200 * day),
	last_used_at: ago(4 * 60_000),
	expires_at: ago(-90 * day),
	revoked_at: null,
	revoked_by: null,
	is_end_told: false,
	...change,
})

/** A webhook of the space, as rest/v1 answers it. */
export const webhookRow = (change: Partial<WebhookRow> = {}): WebhookRow => ({
	id: '61616161-6161-4161-8161-616161616161',
	space_id: space.id,
	url: 'https://shop.fernhill.example/hooks/plaudit',
	events: ['testimonial.approved', 'testimonial.created', 'testimonial.withdrawn'],
	kind: 'standard',
	is_active: true,
	paused_reason: null,
	created_by: person.id,
	key_id: null,
	created_at: ago(90 * day),
	last_delivered_at: ago(3_600_000),
	secret_rotated_at: null,
	...change,
})

let deliveries = 0

/** A delivery of the webhook, delivered at the first try. */
export const deliveryRow = (change: Partial<WebhookDeliveryRow> = {}): WebhookDeliveryRow => {
	const id = `71717171-7171-4171-8171-${String(++deliveries).padStart(12, '0')}`
	return {
		id,
		space_id: space.id,
		webhook_id: webhookRow().id,
		seq: 1000 - deliveries,
		message_id: id,
		event: 'testimonial.created',
		testimonial_id: null,
		subject_id: null,
		happened_at: ago(deliveries * 3_600_000),
		attempt: 1,
		state: 'delivered',
		status: 200,
		answer: null,
		took_ms: 84,
		next_at: null,
		created_at: ago(deliveries * 3_600_000),
		done_at: ago(deliveries * 3_600_000),
		...change,
	}
}

/** Answers reads of deliveries with those that fit the filters of their state. */
export function answerDeliveries(rows: () => WebhookDeliveryRow[]): void {
	answerRows('webhook_deliveries', (request) => {
		const { searchParams } = new URL(request.url)
		const state = searchParams.get('state')?.slice('eq.'.length)
		const isTried = searchParams.get('attempt') === 'gt.0'
		return rows().filter((row) => (!state || row.state === state) && (!isTried || row.attempt > 0))
	})
}
