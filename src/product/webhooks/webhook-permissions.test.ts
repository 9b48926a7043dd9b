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
	['https://[::]/', 'standard'],
	['https://[::ffff:127.0.0.1]/', 'standard'],
	['https://[64:ff9b::7f00:1]/', 'standard'],
	['https://0.0.0.0/', 'standard'],
	['https://0177.0.0.1/', 'standard'],
	['https://127.1/', 'standard'],
	['https://0x7f000001/', 'standard'],
	['https://127.0.0.1./', 'standard'],
	['https://localhost./', 'standard'],
	['https://db.internal./', 'standard'],
	['https://shop.example:25/', 'standard'],
	['https://shop.example:0/', 'standard'],
	['https://shop.example:99999/', 'standard'],
	['https://shop.example/x\r\nX-Injected: 1', 'standard'],
	['https://shop.example/x\u2028y', 'standard'],
	['https://shop.example\\@127.0.0.1/', 'standard'],
	['https://shop%2eexample/', 'standard'],
	['https://hooks.slack.com@evil.example/', 'slack'],
	['https://hooks.slack.com:443@evil.example/', 'slack'],
	['https://hooks.slack.com\\@evil.example/', 'slack'],
	['https://evil.example/#hooks.slack.com', 'slack'],
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
		for (const name of [
			'rotate_webhook_secret',
			'end_former_webhook_secret',
			'restore_webhook_secret',
			'delete_webhook',
		])
			expect((await client.rpc(name, { id: made.id })).error?.code).toBe('42501')
		const span = { since: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }
		expect((await client.rpc('count_webhook_replay', { id: made.id, ...span })).error?.code).toBe('42501')
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

it('a space has at most twenty webhooks, also when they are made at once', async () => {
	const { space_id } = await createOwnSpace(owner.client)
	const asked = { space_id, url: address, events: ['import.finished'], kind: 'standard' }
	const answers = await Promise.all(Array.from({ length: 26 }, () => owner.client.rpc('create_webhook', asked)))
	const refused = answers.filter(({ error }) => error !== null)
	expect(refused.map(({ error }) => error?.hint)).toEqual(Array(6).fill('limit_reached'))
	expect((await owner.client.from('webhooks').select('id').eq('space_id', space_id)).data).toHaveLength(20)
})

it('a key neither points the webhook of a member elsewhere nor learns or changes its secret', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, address)
	const [key, other] = [await makeKey('editor', ['testimonials:read']), await makeKey('editor', null)]
	const byKey = await makeWebhook(app.client(key.key), space.space_id, address)
	const urlOf = async (one: string) =>
		(await owner.client.from('webhooks').select('url').eq('id', one).single().throwOnError()).data.url
	for (const [program, target] of [
		[app.client(key.key), id],
		[app.client(other.key), id],
		[app.client(other.key), byKey.id],
	] as const) {
		const change = program.from('webhooks').update({ url: 'https://evil.example/' }).eq('id', target).select('id')
		expect((await change).data).toEqual([])
		expect((await program.rpc('rotate_webhook_secret', { id: target })).error?.code).toBe('42501')
		expect((await program.rpc('delete_webhook', { id: target })).error?.code).toBe('42501')
		expect(await urlOf(target)).toBe(address)
	}
	const own = app.client(key.key)
	const changed = await own.from('webhooks').update({ is_active: false }).eq('id', byKey.id).select('is_active')
	expect(changed.data).toEqual([{ is_active: false }])
	expect((await own.rpc('rotate_webhook_secret', { id: byKey.id })).data?.secret).toMatch(/^whsec_/)
	await own.rpc('delete_webhook', { id: byKey.id }).throwOnError()
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
})

it('a webhook ends with its key when the owner who made the key is one no longer', async () => {
	const partner = await addMember(app, space.space_id, 'owner')
	const asked = { space_id: space.space_id, name: 'Program', role: 'editor', scopes: null }
	const { data: key } = await partner.client.rpc('create_api_key', asked).throwOnError()
	const { id } = await makeWebhook(app.client(key.key), space.space_id, address)
	const members = owner.client.from('space_members').update({ role: 'editor' })
	await members.eq('space_id', space.space_id).eq('user_id', partner.id).throwOnError()
	const { data } = await owner.client.from('webhooks').select('is_active, paused_reason').eq('id', id).single()
	expect(data).toEqual({ is_active: false, paused_reason: 'key_ended' })
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
})

it('no id of another space is tested, sent again, or tells that it exists', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, address)
	const [delivery] = await app.sql<{ id: string }>(
		`insert into public.webhook_deliveries (space_id, webhook_id, message_id, event, happened_at, state)
		values ($1, $2, gen_random_uuid(), 'import.finished', now(), 'delivered') returning id`,
		[space.space_id, id],
	)
	const stranger = await app.person()
	const theirs = await createOwnSpace(stranger.client)
	const { data: key } = await stranger.client
		.rpc('create_api_key', { space_id: theirs.space_id, name: 'Program', role: 'editor', scopes: null })
		.throwOnError()
	const span = { from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
	const unknown = '00000000-0000-4000-8000-000000000000'
	for (const token of [stranger.token, key.key])
		for (const [path, named, invented] of [
			['webhook-test', { id }, { id: unknown }],
			['webhook-replay', { id, ...span }, { id: unknown, ...span }],
			['webhook-replay', { delivery: delivery?.id }, { delivery: unknown }],
		] as const) {
			const [one, other] = [await call(path, token, named), await call(path, token, invented)]
			expect([path, one.status, other.status]).toEqual([path, 403, 403])
			const words = async (answer: Response) => (await answer.json()).error.message
			expect(await words(one)).toBe(await words(other))
		}
	expect(await app.sql('select id from public.webhook_deliveries where webhook_id = $1', [id])).toEqual([delivery])
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
})

it('what is sent again waits at most ten thousand times, however often it is asked for', async () => {
	const { id } = await makeWebhook(owner.client, space.space_id, address)
	await owner.client.from('webhooks').update({ is_active: false }).eq('id', id).throwOnError()
	await app.sql(
		`insert into public.webhook_deliveries (id, space_id, webhook_id, message_id, event, happened_at, state)
		select n.id, $1, $2, n.id, 'import.finished', now(), 'delivered' from (select gen_random_uuid() as id from generate_series(1, 6000)) n`,
		[space.space_id, id],
	)
	const span = { id, from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
	const first = await call('webhook-replay', owner.token, span)
	expect([first.status, await first.json()]).toEqual([202, { replayed: 6000 }])
	const second = await call('webhook-replay', owner.token, span)
	expect([second.status, (await second.json()).error.code]).toEqual([422, 'limit_reached'])
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
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
		receiver.url.replace('127.0.0.1', '0177.0.0.1'),
		receiver.url.replace('127.0.0.1', '2130706433'),
		receiver.url.replace('127.0.0.1', '127.0.0.1.'),
		receiver.url.replace('127.0.0.1', '0.0.0.0'),
		receiver.url.replace('127.0.0.1', '[::]'),
		receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
		receiver.url.replace('127.0.0.1', '[::127.0.0.1]'),
		receiver.url.replace('127.0.0.1', '[64:ff9b::7f00:1]'),
		receiver.url.replace('127.0.0.1', '[2002:7f00:1::]'),
		receiver.url.replace('127.0.0.1', 'shop.example@127.0.0.1'),
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

it('the former secret is ended or taken back by editors and the key that made the webhook alone, while both count', async () => {
	const [editor, viewer] = [
		await addMember(app, space.space_id, 'editor'),
		await addMember(app, space.space_id, 'viewer'),
	]
	const [editorKey, narrowKey] = [await makeKey('editor', null), await makeKey('editor', ['walls:read'])]
	const otherKey = await makeKey('editor', null)
	const { id } = await makeWebhook(app.client(editorKey.key), space.space_id, address)
	const names = ['end_former_webhook_secret', 'restore_webhook_secret']
	const end = (client: SupabaseClient, name: string) => client.rpc(name, { id })
	for (const name of names) expect((await end(owner.client, name)).error?.message).toContain('has ended already')
	await owner.client.rpc('rotate_webhook_secret', { id }).throwOnError()
	const refused = [
		app.client(),
		viewer.client,
		(await app.person()).client,
		app.client(narrowKey.key),
		app.client(otherKey.key),
	]
	for (const client of refused) for (const name of names) expect((await end(client, name)).error?.code).toBe('42501')
	await end(editor.client, 'end_former_webhook_secret').throwOnError()
	await owner.client.rpc('rotate_webhook_secret', { id }).throwOnError()
	await end(app.client(editorKey.key), 'restore_webhook_secret').throwOnError()
	for (const name of names) expect((await end(owner.client, name)).error?.code).toBe('22023')
	const events = await owner.client
		.from('space_events')
		.select('kind')
		.eq('space_id', space.space_id)
		.in('kind', ['webhook_secret_ended', 'webhook_secret_restored'])
		.order('at')
		.throwOnError()
	expect(events.data.map(({ kind }) => kind)).toEqual(['webhook_secret_ended', 'webhook_secret_restored'])
	await owner.client.rpc('delete_webhook', { id }).throwOnError()
})
