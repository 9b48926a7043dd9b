import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember, createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { orderKeyOf } from './order-key.ts'
import { isSignedBy } from './order-signature.ts'
import { rotateOrderKey } from './queries.ts'

let app: TestApp
let space: SpaceFixture
let key: string

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
	key = await rotateKey(space)
})
afterAll(() => app.close())

/** Makes the order key as the space's owner. */
async function rotateKey({ space_id, owner }: SpaceFixture): Promise<string> {
	const [row] = await app.deps.db.as({ role: 'authenticated', sub: owner }, (tx) =>
		tx.final<{ salt: string }>(rotateOrderKey(space_id)),
	)
	return orderKeyOf(app.deps.keys.secret, space_id, row?.salt ?? '')
}

const sign = (reference: string | Buffer, secret = key) => createHmac('sha256', secret).update(reference).digest('hex')

async function basesAfter(fields: Record<string, unknown>, of = space) {
	const { status, body } = await postSubmission(app, submissionBody(of, fields))
	expect([status, body.error]).toEqual([201, undefined])
	return app.sql<{ basis: string; evidence: string }>(
		'select basis, evidence from public.verifications where testimonial_id = $1',
		[body.id],
	)
}

test('a signed order reference proves an order, by JSON and by a form post', async () => {
	const reference = 'Bestellung № 1042/ä'
	expect(await basesAfter({ order: reference, sig: sign(reference) })).toEqual([
		{ basis: 'order', evidence: reference },
	])
	const form = new URLSearchParams({
		form: space.slug,
		body: 'By a plain form.',
		name: 'Ines',
		order: 'A-2',
		sig: sign('A-2').toUpperCase(),
	})
	const { body } = await postSubmission(app, form, { accept: 'application/json' })
	const rows = await app.sql('select evidence from public.verifications where testimonial_id = $1', [body.id])
	expect(rows).toEqual([{ evidence: 'A-2' }])
})

test('the signature in the documentation is the one that the server expects', async () => {
	const text = await readFile(new URL('../../../docs/verification.md', import.meta.url), 'utf8')
	const [signature = ''] = /\b[\da-f]{64}\b/.exec(text) ?? []
	expect(isSignedBy('plo_example', { reference: 'A-1042', signature })).toBe(true)
})

test('an order proves one testimonial, even when two arrive at once', async () => {
	const order = { order: 'A-1', sig: sign('A-1') }
	const at = await Promise.all(Array.from({ length: 8 }, () => basesAfter(order)))
	expect(at.flat()).toEqual([{ basis: 'order', evidence: 'A-1' }])
	expect(await basesAfter(order)).toEqual([])
	const other = await createSpace(app.database)
	const otherKey = await rotateKey(other)
	expect(await basesAfter({ order: 'A-1', sig: sign('A-1', otherKey) }, other)).toHaveLength(1)
})

test('a forged signature proves nothing and costs no words', async () => {
	const other = await createSpace(app.database)
	const otherKey = await rotateKey(other)
	const good = sign('A-1')
	const forged: Record<string, unknown>[] = [
		{ order: 'A-2', sig: good },
		{ order: 'A-1 ', sig: good },
		{ order: 'a-1', sig: good },
		{ order: 'A-1', sig: sign('A-1', otherKey) },
		{ order: 'A-1', sig: sign('A-1', '') },
		{ order: 'A-1', sig: sign('A-1', key.slice(4)) },
		{ order: 'A-1', sig: good.slice(0, -2) },
		{ order: 'A-1', sig: `${good}00` },
		{ order: 'A-1', sig: '' },
		{ order: 'A-1', sig: '0'.repeat(64) },
		{ order: 'A-1', sig: Buffer.from(good, 'hex').toString('base64') },
		{ order: 'Café', sig: sign(Buffer.from('Café', 'latin1')) },
		{ order: 'Café', sig: sign(Buffer.from('Café', 'utf16le')) },
		{ order: 'Caf\u00e9', sig: sign('Cafe\u0301') },
		{ order: 'A-1', sig: sign(Buffer.from('A-1').toString('base64')) },
		{ order: '', sig: sign('') },
		{ order: 'A\u00001', sig: sign('A\u00001') },
		{ order: 'A\ud800', sig: sign('A\ufffd') },
		{ order: 'x'.repeat(201), sig: sign('x'.repeat(201)) },
		{ order: 'A-1' },
		{ sig: good },
	]
	for (const fields of forged) expect([fields, await basesAfter(fields)]).toEqual([fields, []])
	// The reference itself is still unused.
	expect(await basesAfter({ order: 'A-1', sig: good })).toHaveLength(1)
})

test('a former key and a space without a key prove nothing', async () => {
	const former = sign('A-1')
	key = await rotateKey(space)
	expect(await basesAfter({ order: 'A-1', sig: former })).toEqual([])
	expect(await basesAfter({ order: 'A-1', sig: sign('A-1') })).toHaveLength(1)
	const keyless = await createSpace(app.database)
	for (const guess of ['', 'null', keyless.space_id])
		expect(await basesAfter({ order: 'A-1', sig: sign('A-1', guess) }, keyless)).toEqual([])
})

test('a proof that is no text is refused by name, and no field sets a basis', async () => {
	for (const [name, value] of [
		['order', 7],
		['sig', ['x']],
		['invitation', { token: 'x' }],
	] as const) {
		const { status, body } = await postSubmission(app, submissionBody(space, { [name]: value }))
		expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, [name]])
	}
	for (const fields of [
		{ basis: 'order' },
		{ verifications: [{ basis: 'order' }] },
		{ order_reference: 'A-1' },
		{ author: { name: 'Ines', basis: 'order' } },
	])
		expect((await postSubmission(app, submissionBody(space, fields))).status).toBe(422)
	const form = new URLSearchParams({
		form: space.slug,
		body: 'x',
		name: 'Ines',
		basis: 'order',
		verifications: 'order',
	})
	const { status, body } = await postSubmission(app, form, { accept: 'application/json' })
	const found = app.sql('select from public.verifications where testimonial_id = $1', [body.id])
	expect([status, await found]).toEqual([201, []])
})

test('a repeated request gets its answer, and another order under its key is refused', async () => {
	const headers = { 'idempotency-key': crypto.randomUUID() }
	const send = (reference: string) =>
		postSubmission(app, submissionBody(space, { order: reference, sig: sign(reference) }), headers)
	const first = await send('A-1')
	expect((await send('A-1')).body.id).toBe(first.body.id)
	expect((await send('A-2')).status).toBe(422)
})

test('only owners make the order key, and no caller reads it', async () => {
	const { space_id } = space
	const [owner, editor] = [await addMember(app, space_id, 'owner'), await addMember(app, space_id, 'editor')]
	const stranger = await app.person()
	const make = (client: typeof owner.client, body: object = { space_id }) =>
		client.functions.invoke<{ key: string }>('order-key', { body })
	const statusOf = async (...args: Parameters<typeof make>) => (await make(...args)).error?.context.status
	const { data: made } = await make(owner.client)
	expect(made?.key).toMatch(/^plo_[\w-]{43}$/)
	expect((await owner.client.rpc('order_key_made_at', { space_id })).data).toMatch(/^\d{4}-/)
	for (const { client } of [editor, stranger]) {
		expect(await statusOf(client)).toBe(404)
		expect((await client.rpc('order_key_made_at', { space_id })).data).toBeNull()
	}
	for (const client of [app.client(), app.admin()]) expect(await statusOf(client)).toBe(401)
	expect(await statusOf(owner.client, { space_id: 'mine' })).toBe(422)
	for (const client of [owner.client, app.admin()]) {
		const table = await client.schema('private').from('order_keys').select('salt')
		expect([table.status, table.data]).toEqual([406, null])
	}
	key = made?.key ?? ''
	expect(await basesAfter({ order: 'A-1', sig: sign('A-1') })).toHaveLength(1)
})

test('no table contains an order key, and a copy of the database under another secret checks none', async () => {
	const rows = await app.sql<{ row: string }>('select to_jsonb(k)::text as row from private.order_keys k')
	expect(rows.map(({ row }) => row).join()).not.toContain(key.slice(4))
	const [stored] = await app.sql<{ salt: string }>('select salt from private.order_keys where space_id = $1', [
		space.space_id,
	])
	const other = orderKeyOf(Buffer.alloc(32, 1), space.space_id, stored?.salt ?? '')
	expect(await basesAfter({ order: 'A-1', sig: sign('A-1', other) })).toEqual([])
})
