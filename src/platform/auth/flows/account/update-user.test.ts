import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('PUT /user', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const put = (bearer: string, body: unknown) => callAuth(app, 'PUT', '/user', { bearer, body })
	const signIn = (email: string, password: string) => app.client().auth.signInWithPassword({ email, password })

	it('PUT /user merges metadata on its top level, and null deletes', async () => {
		const { client } = await app.person()
		await client.auth.updateUser({ data: { seat: 4, diet: { fish: true }, note: 'x' } })
		const { data } = await client.auth.updateUser({ data: { diet: { meat: false }, note: null } })
		expect(data.user?.user_metadata).toMatchObject({ seat: 4, diet: { meat: false } })
		expect(data.user?.user_metadata).not.toHaveProperty('note')
	})

	it('PUT /user refuses metadata that no access token could carry', async () => {
		const { client, token } = await app.person()
		const answer = await put(token, { data: { essay: 'x'.repeat(8200) } })
		expect(errorParts(answer)).toEqual([400, 'validation_failed', 'User metadata is limited to 8 KiB'])
		const { data } = await client.auth.updateUser({ data: { essay: 'x'.repeat(7000) } })
		expect(data.user?.user_metadata.essay).toHaveLength(7000)
		await client.auth.refreshSession()
		expect((await client.auth.getUser()).error).toBeNull()
	})

	it('PUT /user changes the password, ends every other session and keeps this one', async () => {
		const { client, email } = await app.person()
		const other = app.client()
		await other.auth.signInWithPassword({ email, password: 'correct horse battery' })
		expect((await client.auth.updateUser({ password: 'another good one' })).error).toBeNull()
		expect((await client.auth.getUser()).error).toBeNull()
		expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
		expect((await signIn(email, 'correct horse battery')).error?.code).toBe('invalid_credentials')
		expect((await signIn(email, 'another good one')).error).toBeNull()
	})

	it('PUT /user ends a change of address that was under way when the password changes', async () => {
		const { client, email, id } = await app.person()
		const next = `thief-${email}`
		const password = 'another good one'
		const change = [
			() => client.auth.updateUser({ password }),
			() => app.admin().auth.admin.updateUserById(id, { password: `${password} again` }),
		]
		for (const [round, changePassword] of change.entries()) {
			await client.auth.updateUser({ email: `${round}-${next}` })
			const { data } = await changePassword()
			expect(data.user?.new_email).toBeUndefined()
			await app.client().auth.resend({ type: 'email_change', email })
			expect(await mailsTo(app, `${round}-${next}`)).toHaveLength(1)
		}
		await client.auth.signInWithPassword({ email, password: `${password} again` })
		const { data } = await client.auth.updateUser({ email: next, password: 'a third good one' })
		expect(data.user?.new_email).toBe(next)
	})

	it('PUT /user refuses the same password, a weak one and an endless one', async () => {
		const { token } = await app.person()
		expect(errorParts(await put(token, { password: 'correct horse battery' }))).toEqual([
			422,
			'same_password',
			'New password should be different from the old password.',
		])
		for (const password of ['', 'short']) expect((await put(token, { password })).body.code).toBe('weak_password')
		expect((await put(token, { password: 'x'.repeat(73) })).body.code).toBe('validation_failed')
	})

	it('PUT /user ignores a code when none was mailed, and refuses a wrong present password', async () => {
		const { email, token } = await app.person()
		const password = 'another good one'
		expect(errorParts(await put(token, { password, current_password: 'not this one' }))).toEqual([
			400,
			'current_password_invalid',
			'Current password required when setting new password.',
		])
		expect((await put(token, { password, nonce: 'stale' })).status).toBe(200)
		const { error } = await app.client().auth.signInWithPassword({ email, password })
		expect(error).toBeNull()
	})

	it('PUT /user refuses a wrong code while a mailed one is open', async () => {
		const { client, email, token } = await app.person()
		await client.auth.reauthenticate()
		const { code } = await lastMailTo(app, email)
		const password = 'another good one'
		expect(errorParts(await put(token, { password, nonce: 'x' }))).toEqual([
			422,
			'reauthentication_not_valid',
			'Nonce has expired or is invalid',
		])
		expect((await put(token, { password, nonce: code })).status).toBe(200)
		expect((await put(token, { password: 'a third good one', nonce: code })).status).toBe(200)
	})

	it('PUT /user refuses what only an administrator may change, and phones', async () => {
		const { token } = await app.person()
		expect(errorParts(await put(token, { app_metadata: { role: 'king' } }))).toEqual([
			403,
			'not_admin',
			'Updating app_metadata requires admin privileges',
		])
		expect((await put(token, { phone: '+15550001111' })).body.code).toBe('phone_provider_disabled')
	})

	it('an address changes when both addresses confirmed, in either order', async () => {
		for (const order of ['new first', 'old first']) {
			const { client, email, id, token } = await app.person()
			const next = `next-${email}`
			const { data } = await client.auth.updateUser({ email: next })
			expect(data.user).toMatchObject({ email, new_email: next })
			const mails = [await lastMailTo(app, next), await lastMailTo(app, email)]
			const [first, second] = order === 'new first' ? mails : mails.reverse()
			const verify = (token_hash: string | undefined) =>
				callAuth(app, 'POST', '/verify', { body: { type: 'email_change', token_hash } })
			expect((await verify(first?.tokenHash)).body).toEqual({
				msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
				code: '200',
			})
			expect((await callAuth(app, 'GET', '/user', { bearer: token })).body.email).toBe(email)
			const done = await verify(second?.tokenHash)
			expect(done.body.user).toMatchObject({
				id,
				email: next,
				user_metadata: { email: next, email_verified: true },
				identities: [{ email: next }],
			})
			expect(done.body.user).not.toHaveProperty('new_email')
			expect((await signIn(next, 'correct horse battery')).error).toBeNull()
			expect((await signIn(email, 'correct horse battery')).error).not.toBeNull()
		}
	})

	it('an address changes when both addresses confirm concurrently', async () => {
		const { client, email } = await app.person()
		const next = `next-${email}`
		await client.auth.updateUser({ email: next })
		const mails = [await lastMailTo(app, next), await lastMailTo(app, email)]
		const answers = await Promise.all(
			mails.map(({ tokenHash: token_hash }) =>
				callAuth(app, 'POST', '/verify', { body: { type: 'email_change', token_hash } }),
			),
		)
		expect(answers.filter(({ body }) => body.code === '200')).toHaveLength(1)
		expect(answers.find(({ body }) => body.user)?.body.user).toMatchObject({ email: next })
	})

	it('PUT /user drops a half-confirmed change when another one is requested', async () => {
		const { client, email } = await app.person()
		await client.auth.updateUser({ email: `wrong-${email}` })
		const old = await lastMailTo(app, email)
		await callAuth(app, 'POST', '/verify', {
			body: { type: 'email_change', token_hash: old.tokenHash },
		})
		await client.auth.updateUser({ email: `right-${email}` })
		const { tokenHash } = await lastMailTo(app, `right-${email}`)
		const body = { type: 'email_change', token_hash: tokenHash }
		expect((await callAuth(app, 'POST', '/verify', { body })).body.code).toBe('200')
	})

	it('PUT /user refuses a taken address, at once and at the confirmation', async () => {
		const { email: taken } = await app.person()
		const { client, token } = await app.person()
		expect(errorParts(await put(token, { email: taken }))).toEqual([
			422,
			'email_exists',
			'A user with this email address has already been registered',
		])
		const next = 'soon-taken@example.test'
		await client.auth.updateUser({ email: next })
		const change = await lastMailTo(app, next)
		await app.client().auth.signUp({ email: next, password: 'correct horse battery' })
		const mine = (await client.auth.getUser()).data.user?.email ?? ''
		const old = await lastMailTo(app, mine)
		await callAuth(app, 'POST', '/verify', {
			body: { type: 'email_change', token_hash: old.tokenHash },
		})
		const last = await callAuth(app, 'POST', '/verify', {
			body: { type: 'email_change', token_hash: change.tokenHash },
		})
		expect([last.status, last.body.code]).toEqual([422, 'email_exists'])
	})

	it('PUT /user sends the mails of a pending change again', async () => {
		const { client, email } = await app.person()
		const next = `again-${email}`
		await client.auth.updateUser({ email: next })
		await client.auth.resend({ type: 'email_change', email })
		expect(await mailsTo(app, next)).toHaveLength(2)
		expect(await mailsTo(app, email)).toHaveLength(2)
	})

	it('PUT /user refuses changes of SSO users', async () => {
		const { id, token } = await app.person()
		await asOwner(app.database, 'update auth.users set is_sso_user = true where id = $1', [id])
		expect(errorParts(await put(token, { password: 'another good one' }))).toEqual([
			422,
			'user_sso_managed',
			'Updating email, phone, password of a SSO account only possible via SSO',
		])
	})
})
