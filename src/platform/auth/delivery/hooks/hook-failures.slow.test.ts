import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type HookReceiver, type HookReply, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

/** Every failure in both error shapes, through the whole app with its real timeouts. */
describe('failures of hooks', () => {
	let receiver: HookReceiver
	let app: TestApp
	beforeAll(async () => {
		receiver = await startHookReceiver()
		app = await createTestApp(receiver.settings('BEFORE_USER_CREATED', 'CUSTOM_ACCESS_TOKEN'))
	})
	afterEach(() => {
		receiver.requests = 0
	})
	afterAll(async () => {
		await app.close()
		await receiver.close()
	})

	it.each<[HookReply, number, number, string, string]>([
		[{ fails: 'silence' }, 1, 422, 'hook_timeout', 'Failed to reach hook within maximum time of 5.000000 seconds'],
		[{ fails: 'hang up' }, 3, 422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries'],
		[
			{ status: 503, headers: { 'retry-after': '0' } },
			3,
			500,
			'unexpected_failure',
			'Service currently unavailable due to hook',
		],
		[
			{ body: `"${'x'.repeat(300_000)}"` },
			1,
			422,
			'hook_payload_over_size_limit',
			'Payload size exceeded size limit of 204800 bytes',
		],
		[
			{ headers: { 'content-type': 'text/html' } },
			1,
			400,
			'hook_payload_invalid_content_type',
			'Invalid JSON response. Received content-type: text/html',
		],
		[{ body: { error: { http_code: 409, message: 'Full.' } } }, 1, 409, 'unknown', 'Full.'],
	])('%j, asked %i times, is %i %s', async (reply, attempts, status, code, message) => {
		receiver.reply = () => reply
		const ask = (version: string) =>
			callAuth(app, 'POST', '/signup', {
				body: { email: `refused-${version}@skerry.example`, password },
				headers: { 'x-supabase-api-version': version },
			})
		const [modern, old] = await Promise.all([ask('2024-01-01'), ask('2023-01-01')])
		expect(receiver.requests).toBe(2 * attempts)
		expect([modern.status, modern.body]).toEqual([status, { code, message }])
		expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01')
		const error_id = status >= 500 ? { error_id: expect.any(String) } : {}
		expect([old.status, old.body]).toEqual([status, { code: status, error_code: code, msg: message, ...error_id }])
		for (const { headers } of [modern, old]) expect(headers.get('x-sb-error-code')).toBe(code)
		expect(await asOwner(app.database, 'select from auth.users')).toEqual([])
	})
})
