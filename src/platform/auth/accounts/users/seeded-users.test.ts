import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

/** The seed.sql of a Supabase project, statement by statement. */
const users = `
	insert into auth.users (
		instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at, last_sign_in_at,
		raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
		confirmation_token, email_change, email_change_token_new, recovery_token
	) (
		select '00000000-0000-0000-0000-000000000000', uuid_generate_v4(), 'authenticated', 'authenticated',
			'seeded' || n || '@skerry.example', crypt('password123', gen_salt('bf')),
			current_timestamp, current_timestamp, current_timestamp,
			'{"provider":"email","providers":["email"]}', '{}', current_timestamp, current_timestamp, '', '', '', ''
		from generate_series(1, 3) n
	)`
const identities = `
	insert into auth.identities (
		id, user_id, identity_data, provider, provider_id, last_sign_in_at, created_at, updated_at
	) (
		select uuid_generate_v4(), id, format('{"sub":"%s","email":"%s"}', id::text, email)::jsonb, 'email', id::text,
			current_timestamp, current_timestamp, current_timestamp
		from auth.users where email like 'seeded%'
	)`

describe('users of a seed.sql', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MAIL_AUTOCONFIRM: 'off' })
		const operator = new pg.Client(app.database.owner)
		await operator.connect()
		// A cloned database lacks what the role was given in the database where the migrations ran.
		await operator.query('set search_path = "$user", public, extensions')
		await operator.query(users)
		await operator.query(identities)
		await operator.end()
	})
	afterAll(() => app.close())

	const credentials = { email: 'seeded1@skerry.example', password: 'password123' }

	it('users of a seed.sql sign in with their password, more than once', async () => {
		for (const _ of [1, 2]) {
			const { data, error } = await app.client().auth.signInWithPassword(credentials)
			expect(error).toBeNull()
			expect(data.user).toMatchObject({
				aud: 'authenticated',
				role: 'authenticated',
				email: credentials.email,
				email_confirmed_at: expect.any(String),
				app_metadata: { provider: 'email', providers: ['email'] },
				identities: [{ provider: 'email', email: credentials.email }],
			})
			expect(data.user).not.toHaveProperty('new_email')
			expect(data.user).not.toHaveProperty('instance_id')
			expect(data.user).not.toHaveProperty('recovery_token')
		}
	})

	it('users of a seed.sql keep their password when they sign in by mail, from any network', async () => {
		const email = 'seeded2@skerry.example'
		await app.client().auth.resetPasswordForEmail(email)
		const { tokenHash: token_hash } = await lastMailTo(app, email)
		const { error } = await app.client().auth.verifyOtp({ type: 'recovery', token_hash })
		expect(error).toBeNull()
		const again = await app.client().auth.signInWithPassword({ ...credentials, email })
		expect(again.error).toBeNull()
	})

	it('users of a seed.sql change their address like everybody else', async () => {
		const email = 'seeded3@skerry.example'
		const client = app.client()
		await client.auth.signInWithPassword({ ...credentials, email })
		expect((await client.auth.updateUser({ email: 'moved@skerry.example' })).error).toBeNull()
		for (const address of [email, 'moved@skerry.example']) {
			const { tokenHash: token_hash } = await lastMailTo(app, address)
			await callAuth(app, 'POST', '/verify', { body: { type: 'email_change', token_hash } })
		}
		const moved = { ...credentials, email: 'moved@skerry.example' }
		expect((await app.client().auth.signInWithPassword(moved)).data.user?.identities).toHaveLength(1)
	})

	it('users of a seed.sql may leave out what has a default here, or write null or an empty text', async () => {
		const [user] = await asOwner<{ id: string }>(
			app.database,
			`insert into auth.users (
				id, aud, role, email, encrypted_password, email_confirmed_at, phone, phone_change, raw_app_meta_data,
				raw_user_meta_data, created_at, updated_at, is_super_admin, is_sso_user, deleted_at, is_anonymous,
				email_change_token_current, email_change_confirm_status, phone_change_token, reauthentication_token
			) values (
				gen_random_uuid(), '', '', 'Bare@skerry.example', extensions.crypt('password123', extensions.gen_salt('bf', 4)), now(),
				'', '', null, null, null, null, false, false, null, false, '', 0, '', ''
			) returning *, confirmed_at = email_confirmed_at as is_confirmed`,
		)
		expect(user).toMatchObject({
			aud: 'authenticated',
			email: 'bare@skerry.example',
			phone: null,
			email_proven: true,
			is_confirmed: true,
		})
		const { data } = await app
			.client()
			.auth.signInWithPassword({ email: 'bare@skerry.example', password: 'password123' })
		expect(data.user).toMatchObject({ id: user?.id, phone: '', user_metadata: {} })
	})

	it('users of a seed.sql leave what the service itself makes as it says it', async () => {
		const email = 'signed-up@skerry.example'
		await app.client().auth.signUp({ email, password: 'five days of paddling' })
		const rows = await asOwner(app.database, 'select email_proven, instance_id from auth.users where email = $1', [
			email,
		])
		expect(rows).toEqual([{ email_proven: false, instance_id: null }])
	})

	it('users of a seed.sql are written by an operator who finds crypt without naming its schema', async () => {
		const settings = await asOwner<{ setconfig: string[] }>(
			app.database,
			`select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
			where d.datname = 'plaudit_template' and s.setrole = current_user::regrole`,
		)
		expect(settings).toEqual([{ setconfig: ['search_path="$user", public, extensions'] }])
	})
})
