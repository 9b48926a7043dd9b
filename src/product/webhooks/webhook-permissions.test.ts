import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWebhook } from '#test/support/product/make-webhook.ts'
import { addMember, createOwnSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { openWebhookReceiver } from '#test/support/product/webhook-receiver.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: Omit<SpaceFixture, 'owner'>
const address = 'https://shop.example/hooks/plaudit'

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	space = await createOwnSpace(owner.client)
})
afterAll(() => app.close())

const create = (client: SupabaseClient, url: string, kind = 'standard', events: string[] = ['testimonial.created']) =>
	client.rpc('create_webhook', { space_id: space.space_id, url, events, kind })
const makeKey = async (role: string, scopes: string[] | null) => {
	const { data } = await owner.client
		.rpc('create_api_key', { space_id: space.space_id, name: 'Program', role, scopes })
		.throwOnError()
	return data as { id: string; key: string }
}
const call = (path: string, token: string, body: object) =>
	app.fetch(`${app.url}/functions/v1/${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})

it.each([
	['http://shop.example/', 'standard'],
	['https://127.0.0.1/', 'standard'],
	['https://10.1.2.3/x', 'standard'],
	['https://169.254.169.254/latest', 'standard'],
	['https://[::1]/', 'standard'],
	['https://2130706433/', 'standard'],
	['https://localhost/', 'standard'],
	['https://a:b@shop.example/', 'standard'],
	['ftp://shop.example/', 'standard'],
	['https://shop.example/a b', 'standard'],
	['https://shop.example/services/x', 'slack'],
	['https://hooks.slack.com.evil.example/', 'slack'],
	['https://hooks.slack.com/services/x', 'discord'],
	['https://webhook.office.com.evil.example/', 'teams'],
	['https://chat.example/', 'google_chat'],
	[address, 'pigeon'],
])('the address %s is refused for the kind %s', async (url, kind) => {
	const { error } = await create(owner.client, url, kind)
	expect(error?.code).toBe('22023')
})

it.each([
	['https://hooks.slack.com/services/T/B/x', 'slack'],
	['https://discord.com/api/webhooks/1/x', 'discord'],
	['https://prod-1.westeurope.logic.azure.com:443/workflows/x', 'teams'],
	['https://acme.webhook.office.com/webhookb2/x', 'teams'],
	['https://chat.acme.example/hooks/x', 'mattermost'],
	['https://chat.googleapis.com/v1/spaces/x/messages?key=k', 'google_chat'],
	['https://shop.example:8443/hook?x=1', 'standard'],
])('the address %s is taken for the kind %s', async (url, kind) => {
	const { data, error } = await create(owner.client, url, kind)
	expect([error, data]).toEqual([null, { id: expect.any(String), secret: expect.stringMatching(/^whsec_/) }])
	await owner.client.rpc('delete_webhook', { id: data.id }).throwOnError()
})

it('unknown events are refused, also by a change', async () => {
	expect((await create(owner.client, address, 'standard', ['testimonial.read'])).error?.code).toBe('22023')
	expect((await create(owner.client, address, 'standard', [])).error?.code).toBe('22023')
	const { id } = await makeWebhook(owner.client, space.space_id, address)
	const change = (fields: object) => owner.client.from('webhooks').update(fields).eq('id', id)
	expect((await change({ events: ['x'] })).error?.code).toBe('22023')
	expect((await change({ url: 'https://10.0.0.1/' })).error?.code).toBe('22023')
	expect((await change({ kind: 'slack' })).error?.code).toBe('42501')
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
})

it('editors and their keys manage webhooks, and viewers, narrow keys and strangers do not', async () => {
	const [editor, viewer] = [
		await addMember(app, space.space_id, 'editor'),
		await addMember(app, space.space_id, 'viewer'),
	]
	const [editorKey, narrowKey, viewerKey] = [
		await makeKey('editor', null),
		await makeKey('editor', ['walls:read']),
		await makeKey('viewer', null),
	]
	const stranger = await app.person()
	const made = await makeWebhook(editor.client, space.space_id, address)
	for (const client of [viewer.client, stranger.client, app.client(narrowKey.key), app.client(viewerKey.key)]) {
		expect((await create(client, address)).error?.code).toBe('42501')
		expect((await client.rpc('rotate_webhook_secret', { id: made.id })).error?.code).toBe('42501')
		expect((await client.rpc('delete_webhook', { id: made.id })).error?.code).toBe('42501')
	}
	for (const token of [viewer.token, stranger.token, narrowKey.key, viewerKey.key])
		for (const path of ['webhook-test', 'webhook-replay']) {
			const body =
				path === 'webhook-test'
					? { id: made.id }
					: { id: made.id, from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
			expect((await call(path, token, body)).status).toBe(403)
		}
	const byKey = await makeWebhook(app.client(editorKey.key), space.space_id, address)
	const { data } = await viewer.client
		.from('webhooks')
		.select('id, key_id, created_by')
		.order('created_at')
		.throwOnError()
	expect(data).toEqual([
		{ id: made.id, key_id: null, created_by: editor.id },
		{ id: byKey.id, key_id: editorKey.id, created_by: null },
	])
	const history = owner.client.from('space_events').select('actor, detail').eq('kind', 'webhook_made').order('id')
	expect((await history.throwOnError()).data.slice(-2)).toMatchObject([
		{ actor: editor.id, detail: { webhook: made.id } },
		{ actor: null, detail: { webhook: byKey.id, by: `key:${editorKey.id}:Program` } },
	])
	await owner.client.rpc('revoke_api_key', { id: editorKey.id }).throwOnError()
	const ended = () => owner.client.from('webhooks').select('is_active, paused_reason').eq('id', byKey.id).single()
	expect((await ended()).data).toEqual({ is_active: false, paused_reason: 'key_ended' })
	expect((await owner.client.from('webhooks').update({ is_active: true }).eq('id', byKey.id)).error?.code).toBe('22023')
	await owner.client.rpc('delete_webhook', { id: byKey.id }).throwOnError()
	await owner.client.rpc('delete_webhook', { id: made.id }).throwOnError()
})

it('a space has at most twenty webhooks', async () => {
	const other = await createOwnSpace(owner.client)
	for (let made = 0; made < 20; made++) await makeWebhook(owner.client, other.space_id, address)
	const further = await owner.client.rpc('create_webhook', {
		space_id: other.space_id,
		url: address,
		events: ['import.finished'],
		kind: 'standard',
	})
	expect(further.error?.hint).toBe('limit_reached')
})

it('without WEBHOOKS_PRIVATE no call reaches this machine, whatever name leads to it', async () => {
	const receiver = await openWebhookReceiver()
	const { id } = await makeWebhook(owner.client, space.space_id, address)
	// As if its name had led elsewhere when it was made.
	await app.sql('alter table public.webhooks disable trigger change_webhook')
	for (const url of [
		receiver.url,
		receiver.url.replace('127.0.0.1', 'localhost'),
		receiver.url.replace('127.0.0.1', '0x7f.1'),
	]) {
		await app.sql('update public.webhooks set url = $1 where id = $2', [url, id])
		const answer = await call('webhook-test', owner.token, { id })
		expect(await answer.json()).toMatchObject({ status: null, answer: 'It leads to a private network.' })
	}
	await app.sql('alter table public.webhooks enable trigger change_webhook')
	expect(receiver.calls).toEqual([])
	await receiver.close()
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
})

it('a change notes an event only for spaces that ask for it, and rows of an import none', async () => {
	await app.webhooks.close()
	await app.sql('delete from public.webhooks')
	const { id } = await makeWebhook(owner.client, space.space_id, address, {
		events: ['testimonial.created', 'testimonial.erased'],
	})
	const quiet = await createOwnSpace(owner.client)
	await app.sql(
		`insert into public.testimonials (space_id, kind, body, author_name, source)
		select s, 'text', 'Words', 'Person', k from unnest(array[$1, $2]::uuid[]) s, unnest('{manual,import}'::text[]) k`,
		[space.space_id, quiet.space_id],
	)
	await app.sql(`update public.testimonials set status = 'approved' where space_id = any ($1)`, [
		[space.space_id, quiet.space_id],
	])
	const noted = await app.sql('select space_id, event from private.webhook_events')
	expect(noted).toEqual([{ space_id: space.space_id, event: 'testimonial.created' }])
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
})
