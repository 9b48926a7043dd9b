import type { SupabaseClient } from '@supabase/supabase-js'
import type { TestApp } from '#test/support/test-app.ts'
import { type WebhookEvent, type WebhookKind, webhookEvents } from '#shared/webhooks.ts'

type MadeWebhook = { id: string; secret: string }

/** Makes a webhook of a space by its procedure, for every event unless some are given. */
export async function makeWebhook(
	client: SupabaseClient,
	space: string,
	url: string,
	{ events = webhookEvents, kind = 'standard' }: { events?: readonly WebhookEvent[]; kind?: WebhookKind } = {},
): Promise<MadeWebhook> {
	const { data } = await client.rpc('create_webhook', { space_id: space, url, events, kind }).throwOnError()
	return data as MadeWebhook
}

/** Sends what waits at once, as if its time had come. */
export async function makeDeliveriesDue(app: TestApp, webhook: string): Promise<void> {
	await app.sql(`update public.webhook_deliveries set next_at = now() where webhook_id = $1 and state = 'waiting'`, [webhook])
	app.webhooks.wake()
	await app.webhooks.idle()
}
