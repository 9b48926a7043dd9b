import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
	await asOwner(
		app.database,
		`create table app.parcels (
			id uuid primary key default extensions.uuid_generate_v4(),
			code uuid not null default gen_random_uuid(),
			salt text not null default extensions.gen_salt('bf', 4),
			body text not null
		);
		alter table app.parcels enable row level security;
		create policy everybody on app.parcels for all to anon, authenticated using (true) with check (true);
		grant select, insert on app.parcels to anon, authenticated, service_role`,
	)
})
afterAll(() => app.close())

it('callers insert rows whose defaults call functions of pgcrypto and uuid-ossp', async () => {
	const client = app.client()
	await client.auth.signUp({ email: 'sender@skerry.example', password: 'five days of paddling' })
	for (const caller of [app.client(), client, app.admin()]) {
		const { data, error } = await caller.schema('app').from('parcels').insert({ body: 'oars' }).select().single()
		expect(error).toBeNull()
		expect(data).toMatchObject({ id: expect.any(String), code: expect.any(String) })
	}
})

it('the schema of the extensions is not exposed', async () => {
	const { error } = await app.admin().schema('extensions').rpc('gen_salt', { '': 'bf' })
	expect(error?.code).toBe('PGRST106')
})
