import type { SpamState, TestimonialStatus } from './rows.ts'
import type { WallItem } from './wall/wall.ts'

/** The events that a webhook may ask for; private.check_webhook has the same list. */
export const webhookEvents = [
	'testimonial.created',
	'testimonial.updated',
	'testimonial.approved',
	'testimonial.unpublished',
	'testimonial.withdrawn',
	'testimonial.erased',
	'invitation.answered',
	'import.finished',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookKinds = ['standard', 'slack', 'discord', 'teams', 'mattermost', 'google_chat'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** The version of the bodies, which stays while fields are only added. */
export const webhookApiVersion = '2026-11-01'

/** Seconds after the first try at which a delivery is tried again; after the last one its webhook pauses. */
export const webhookTries = [0, 5, 30, 120, 600, 3600, 14_400, 43_200, 86_400] as const

/** A testimonial as webhooks tell it: its public shape, with its state. Names are empty without a consent to show them. */
export type WebhookItem = Omit<WallItem, 'media'> & {
	media: (Omit<NonNullable<WallItem['media']>, 'url'> & { url: string | null }) | null
	status: TestimonialStatus
	spam_state: SpamState
	is_public: boolean
	consent: 'public' | 'anonymous' | 'private' | null
	form_id: string | null
	version: number
	approved_at: string | null
	tags: string[]
	/** Null while it is not public. */
	page_url: string | null
	inbox_url: string
}

/** The answer of POST /functions/v1/webhook-test. `status` is null where no answer came, and `answer` then says why. */
export type WebhookTestResult = { status: number | null; took_ms: number; answer: string }

/** The answer of POST /functions/v1/webhook-body: the body as it would be sent now, null when there is nothing left to tell. */
export type WebhookBodyResult = { body: string | null }

/** The answer of `count_webhook_replay`. Those that are gone are left out of the others. */
export type ReplayCounts = { all: number; undelivered: number; all_gone: number; undelivered_gone: number }
