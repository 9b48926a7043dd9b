import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const known = 'known@skerry.example'
const email = 'new@skerry.example'
const nobody = randomUUID()
const format = 'Unable to validate email address: invalid format'
const required = 'An email address is required'
const taken = 'A user with this email address has already been registered'
const ban = 'invalid format for ban duration: time: invalid duration "x"'
type Row = [call: string, body: object | undefined, status: number, code: string, message: string | RegExp]

/** Refusals of the admin API, as in Supabase Auth. */
const rows: Row[] = [
	['POST /admin/users', {}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
	['POST /admin/users', { email: 'x' }, 400, 'validation_failed', format],
	['POST /admin/users', { phone: 'x' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
	[
		'POST /admin/users',
		{ email, password: 'x', password_hash: 'y' },
		400,
		'validation_failed',
		'Only a password or a password hash should be provided',
	],
	['POST /admin/users', { email, id: 'x' }, 400, 'validation_failed', 'ID must conform to the uuid v4 format'],
	[
		'POST /admin/users',
		{ email, id: '00000000-0000-0000-0000-000000000000' },
		400,
		'validation_failed',
		'ID cannot be a nil uuid',
	],
	['PUT /admin/users/KNOWN', { password: 'short' }, 422, 'weak_password', /at least 8 characters/],
	['PUT /admin/users/KNOWN', { password: '' }, 422, 'weak_password', /at least 8 characters/],
	['POST /admin/users', { email, ban_duration: 'x' }, 400, 'validation_failed', ban],
	['POST /admin/users', { email: known }, 422, 'email_exists', taken],
	['PUT /admin/users/KNOWN', { ban_duration: 'x' }, 400, 'validation_failed', ban],
	['GET /admin/users/x/factors', undefined, 404, 'validation_failed', 'user_id must be an UUID'],
	[`GET /admin/users/${nobody}/factors`, undefined, 404, 'user_not_found', 'User not found'],
	['DELETE /admin/users/KNOWN/factors/x', undefined, 404, 'validation_failed', 'factor_id must be an UUID'],
	[`DELETE /admin/users/KNOWN/factors/${nobody}`, undefined, 404, 'mfa_factor_not_found', 'Factor not found'],
	[`PUT /admin/users/KNOWN/factors/${nobody}`, { friendly_name: 'x' }, 404, 'mfa_factor_not_found', 'Factor not found'],
	['POST /invite', {}, 400, 'validation_failed', required],
	['POST /invite', { email: 'x' }, 400, 'validation_failed', format],
	['POST /invite', { email: known }, 422, 'email_exists', taken],
	['POST /admin/generate_link', { type: 'recovery' }, 400, 'validation_failed', required],
	['POST /admin/generate_link', { type: 'invite', email: known }, 422, 'email_exists', taken],
	['POST /admin/generate_link', { type: 'email_change_new', email: known }, 400, 'validation_failed', required],
	[
		'POST /admin/generate_link',
		{ type: 'email_change_new', email, new_email: known },
		404,
		'user_not_found',
		'User with this email not found',
	],
	['GET /admin/users?sort=email', undefined, 400, 'validation_failed', /^Bad Sort Parameters: /],
	['GET /admin/users?sort=created_at%20up', undefined, 400, 'validation_failed', /^Bad Sort Parameters: /],
	['GET /admin/users?page=x', undefined, 400, 'validation_failed', /^Bad Pagination Parameters: /],
	['GET /admin/users?filter=%00', undefined, 400, 'validation_failed', /cannot be stored/],
	['GET /admin/audit?query=author:%00', undefined, 400, 'validation_failed', /cannot be stored/],
	['GET /authorize?provider=custom:%00', undefined, 400, 'validation_failed', /cannot be stored/],
	['GET /admin/audit?page=-1', undefined, 400, 'validation_failed', /^Bad Pagination Parameters: /],
	['GET /admin/audit?query=x', undefined, 400, 'validation_failed', /^Invalid query scope/],
	['POST /admin/users', [], 400, 'bad_json', /^Could not parse request body as JSON: /],
]

describe('refusals of the admin API', () => {
	let app: TestApp
	let id: string
	beforeAll(async () => {
		app = await createTestApp()
		const { data } = await app.admin().auth.admin.createUser({ email: known, email_confirm: true })
		id = data.user?.id ?? ''
	})
	afterAll(() => app.close())

	it.each(rows)('%s with %j is %i %s', async (call, body, status, code, message) => {
		const [method = '', path = ''] = call.replace('KNOWN', id).split(' ')
		const bearer = app.deps.keys.serviceRoleKey
		const answer = await callAuth(app, method, path, { bearer, ...(body ? { body } : {}) })
		expect(errorParts(answer)).toEqual([
			status,
			code,
			typeof message === 'string' ? message : expect.stringMatching(message),
		])
	})

	it('a generated link answers only the fields of the user and of the link', async () => {
		const { data } = await app.admin().auth.admin.getUserById(id)
		const { body } = await callAuth(app, 'POST', '/admin/generate_link', {
			bearer: app.deps.keys.serviceRoleKey,
			body: { type: 'magiclink', email: known, redirect_to: app.url },
		})
		const own = [...Object.keys(data.user ?? {}), 'recovery_sent_at']
		const link = ['action_link', 'email_otp', 'hashed_token', 'verification_type', 'redirect_to']
		expect(Object.keys(body).sort()).toEqual([...own, ...link].sort())
		expect(new URL(body.action_link).searchParams.get('type')).toBe('magiclink')
	})
})
