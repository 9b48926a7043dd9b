import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let testimonial: string

beforeAll(async () => {
	app = await createTestApp()
	space = await createSpace(app.database)
	testimonial = (await postSubmission(app, submissionBody(space))).body.id ?? ''
	await asOwner(app.database, `select private.add_verification($1, $2, 'invited', 'i…@harbour.example')`, [
		space.space_id,
		testimonial,
	])
})
afterAll(() => app.close())

const basesOf = (id: string | undefined) =>
	asOwner(app.database, 'select basis, evidence from public.verifications where testimonial_id = $1', [id])
const stored = () => basesOf(testimonial)

test('neither members nor visitors nor programs with the service key write a basis', async () => {
	const member = async (role: string) => {
		const { client, id } = await app.person()
		await asOwner(app.database, 'insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)', [
			space.space_id,
			id,
			role,
		])
		return client
	}
	const callers = {
		owner: await member('owner'),
		editor: await member('editor'),
		viewer: await member('viewer'),
		stranger: (await app.person()).client,
		anon: app.client(),
		service: app.admin(),
	}
	const before = await stored()
	const row = { space_id: space.space_id, testimonial_id: testimonial, basis: 'order', evidence: 'A-1' }
	const account = { ...row, basis: 'provider', evidence: 'Maria', provider: 'Google', statement_id: randomUUID() }
	for (const [who, client] of Object.entries(callers)) {
		const table = client.from('verifications')
		const answers = [
			await table.insert(row),
			await table.insert(account),
			await table.update({ basis: 'provider', provider: 'Google' }).eq('testimonial_id', testimonial),
			await table.upsert(row, { onConflict: 'space_id,testimonial_id,basis' }),
			await table.update({ basis: 'order' }).eq('testimonial_id', testimonial),
			await table.delete().eq('testimonial_id', testimonial),
		]
		for (const { error } of answers) expect([who, error?.code]).toEqual([who, '42501'])
		for (const name of [
			'add_verification',
			'confirm_address',
			'answer_invitation',
			'submit_testimonial',
			'submit_testimonials',
			'is_statement_used',
		])
			expect([who, name, (await client.rpc(name, {})).error?.code]).toEqual([who, name, 'PGRST202'])
		const hidden = await client.schema('private').rpc('add_verification', {})
		expect([who, hidden.error?.code]).toEqual([who, 'PGRST106'])
		const sent = await postSubmission(app, submissionBody(space, { account: JSON.stringify(account) }))
		expect([who, sent.status, await basesOf(sent.body.id)]).toEqual([who, 201, []])
		const own = await client.from('testimonials').update({ basis: 'order' }).eq('id', testimonial)
		expect([who, own.error?.code]).toEqual([who, 'PGRST204'])
	}
	expect(await stored()).toEqual(before)
})
