import { describe, expect, it } from 'vitest'
import { ConfigError } from '#platform/config/config.ts'
import { readConfig } from '#server/settings.ts'

const key = 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5'
const secret = `v1,whsec_${key}`

function problems(env: Record<string, string>): readonly string[] {
	try {
		readConfig(env)
		return []
	} catch (error) {
		if (error instanceof ConfigError) return error.problems
		throw error
	}
}

describe('the settings of hooks', () => {
	it('the settings of hooks name an endpoint and its secrets, or a function', () => {
		const { config } = readConfig({
			HOOK_SEND_SMS_URI: 'https://hooks.skerry.example/sms?a=b',
			HOOK_SEND_SMS_SECRETS: `${secret}|${secret},${secret}`,
			HOOK_CUSTOM_ACCESS_TOKEN_URI: 'pg-functions://postgres/public/add_claims',
		})
		expect(config.HOOK_SEND_SMS_SECRETS).toEqual([secret, secret, secret])
		expect(config.HOOK_CUSTOM_ACCESS_TOKEN_URI).toMatchObject({
			schema: 'public',
			name: 'add_claims',
		})
		expect(config.HOOK_SEND_EMAIL_URI).toBeUndefined()
	})

	it.each([
		['http://hooks.skerry.example', /http is for localhost/],
		['http://127.0.0.2/', /http is for localhost/],
		['http://localhost.skerry.example/', /http is for localhost/],
		['https://a:b@hooks.skerry.example', /credentials/],
		['ftp://hooks.skerry.example', /must be https/],
		['hooks', /must be https/],
		['pg-functions://postgres/public', /a function is named/],
		['pg-functions://postgres/public/f();drop', /a function is named/],
		['pg-functions://postgres/pub"lic/f', /a function is named/],
	])('the settings of hooks refuse %s at the start', (uri, words) => {
		const [problem, ...others] = problems({
			HOOK_SEND_EMAIL_URI: uri,
			HOOK_SEND_EMAIL_SECRETS: secret,
		})
		expect(others).toEqual([])
		expect(problem).toMatch(/^HOOK_SEND_EMAIL_URI: /)
		expect(problem).toMatch(words)
	})

	it.each(['http://localhost:9000/a', 'http://[::1]:9000', 'https://127.0.0.1/'])(
		'the settings of hooks take %s, this machine',
		(uri) => {
			expect(problems({ HOOK_SEND_EMAIL_URI: uri, HOOK_SEND_EMAIL_SECRETS: secret })).toEqual([])
		},
	)

	it('the settings of hooks want a secret of a good length for every endpoint, and an endpoint for every secret', () => {
		const uri = { HOOK_SEND_EMAIL_URI: 'https://hooks.skerry.example' }
		expect(problems(uri)).toEqual([expect.stringMatching(/needs HOOK_SEND_EMAIL_SECRETS/)])
		for (const bad of ['whsec_x', 'v1,whsec_short', `v1a,whpk_${key}:whsk_${key}`, `v2,whsec_${key}`])
			expect(problems({ ...uri, HOOK_SEND_EMAIL_SECRETS: bad })[0]).toMatch(/at least 24 bytes/)
		expect(problems({ HOOK_SEND_EMAIL_SECRETS: secret })).toEqual([
			'HOOK_SEND_EMAIL_SECRETS is of no use without HOOK_SEND_EMAIL_URI.',
		])
	})

	it('the settings of hooks refuse unknown hooks and HOOK_…_ENABLED', () => {
		const uri = 'pg-functions://postgres/public/f'
		expect(problems({ HOOK_PASSWORD_VERIFICATION_URI: uri })).toEqual([
			expect.stringMatching(/no such hook. There are .*PASSWORD_VERIFICATION_ATTEMPT/),
		])
		expect(problems({ HOOK_SEND_SMS_URI: uri, HOOK_SEND_SMS_ENABLED: 'false' })).toEqual([
			'HOOK_SEND_SMS_ENABLED: a hook is on when HOOK_SEND_SMS_URI is set.',
		])
	})

	it('the setting of a send-email hook makes new accounts confirm their address', () => {
		const uri = 'pg-functions://postgres/public/send'
		expect(readConfig({ HOOK_SEND_EMAIL_URI: uri }).config.MAIL_AUTOCONFIRM).toBe(false)
		expect(readConfig({}).config.MAIL_AUTOCONFIRM).toBe(true)
	})
})
