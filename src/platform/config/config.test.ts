import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfig, settings } from '#server/settings.ts'
import { ConfigError } from './config.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
	try {
		readConfig(env)
	} catch (error) {
		if (error instanceof ConfigError) return error.problems
		throw error
	}
	return []
}

describe('settings', () => {
	it('every setting has a default', () => {
		const { config, warnings } = readConfig({})
		expect(config).toMatchObject({
			PORT: 3000,
			SITE_URL: 'http://localhost:3000',
			MAIL_AUTOCONFIRM: true,
		})
		expect(config.hosts).toEqual(['127.0.0.1', '::1'])
		expect(warnings).toEqual([])
	})

	it('all problems of the settings are reported at once', () => {
		const problems = problemsOf({
			PORT: '99999',
			SITE_URL: 'ftp://x',
			LOG_LEVEL: 'loud',
			SMTP_URL: 'mail',
		})
		expect(problems.map((line) => line.split(':')[0])).toEqual(['PORT', 'SITE_URL', 'LOG_LEVEL', 'SMTP_URL'])
	})

	it('an invalid proxy or key set and misspelt names are reported together', () => {
		const key = { kty: 'EC', kid: 'one', alg: 'ES256', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }
		const keySets = ['zz', 'null', '{"keys":[]}', '[{"kty":"EC"}]', JSON.stringify([key])]
		for (const JWT_KEYS of keySets) expect(problemsOf({ JWT_KEYS })).toEqual([expect.stringMatching(/^JWT_KEYS: \S/)])
		expect(problemsOf({ TRUSTED_PROXIES: '10.0.0.0/8, ::1 proxy', SMTP_HOST: 'x' })).toEqual([
			'TRUSTED_PROXIES: proxy is neither an address nor a network such as 10.0.0.0/8',
			'SMTP_HOST is not a setting. Did you mean SMTP_URL?',
		])
	})

	it('SITE_URL must be an origin, and MAIL_FROM must contain an address', () => {
		const wanted = ['SITE_URL: must be an address such as https://praise.example.com, without a path']
		for (const end of ['/praise', '?a=b', '#top', 'ftp:']) {
			const SITE_URL = end === 'ftp:' ? 'ftp://x.test' : `https://x.test${end}`
			expect(problemsOf({ SITE_URL })).toEqual(wanted)
		}
		expect(problemsOf({ SITE_URL: 'https://me:secret@x.test' })).toEqual(wanted)
		expect(readConfig({ SITE_URL: 'https://x.test//' }).config.SITE_URL).toBe('https://x.test')
		const sender = ['MAIL_FROM: must be an address, or a name and an address in angle brackets']
		for (const MAIL_FROM of ['us', 'Us <us>', 'a b@x.test', 'Us <us@x.test', 'us@x.test\nBcc: all'])
			expect(problemsOf({ MAIL_FROM })).toEqual(sender)
		for (const MAIL_FROM of ['us@x.test', 'Us & "Them" <us@x.test>', '<us@localhost>'])
			expect(problemsOf({ MAIL_FROM })).toEqual([])
	})

	it('DATABASE_DIRECT_URL needs DATABASE_URL', () => {
		const DATABASE_DIRECT_URL = 'postgres://me@127.0.0.1/mine'
		expect(problemsOf({ DATABASE_DIRECT_URL })).toEqual([
			'DATABASE_DIRECT_URL needs DATABASE_URL, the address for requests.',
		])
		expect(problemsOf({ DATABASE_DIRECT_URL, DATABASE_URL: DATABASE_DIRECT_URL })).toEqual([])
	})

	it('an empty setting counts as absent', () => {
		expect(readConfig({ DATABASE_URL: '', SMTP_URL: ' ' }).config.DATABASE_URL).toBeUndefined()
	})

	it('a misspelt setting is reported with the right name, and foreign variables are ignored', () => {
		const { warnings } = readConfig({
			SITE_ULR: 'http://x.test',
			DATABSE_URL: 'x',
			SMTP_SERVER: 'x',
			SINGUP: 'closed',
			GOOGLE_CLIENT_SECRT: 'x',
			OAUTH_ACME_ISUER: 'x',
			GOOGLE_APPLICATION_CREDENTIALS: '/x.json',
			HOME: '/root',
			HOSTNAME: 'x',
			MAIL: '/var/mail/root',
			PATH: '/bin',
		})
		expect(warnings).toEqual([
			'SITE_ULR is not a setting. Did you mean SITE_URL?',
			'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
			'SMTP_SERVER is not a setting. Did you mean SMTP_URL?',
			'SINGUP is not a setting. Did you mean SIGNUP?',
			'GOOGLE_CLIENT_SECRT is not a setting. Did you mean GOOGLE_CLIENT_SECRET?',
			'OAUTH_ACME_ISUER is not a setting. Did you mean OAUTH_ACME_ISSUER?',
		])
	})

	it.each([
		['[::1]', '::1'],
		['::1', '::1'],
		[' 0.0.0.0 ', '0.0.0.0'],
		['localhost', 'localhost'],
	])('HOST=%s listens on %s', (HOST, host) => {
		expect(readConfig({ HOST }).config.hosts).toEqual([host])
	})

	it.each(['DATA_DIR', 'FUNCTIONS_DIR', 'MAIL_TEMPLATES', 'OWN_MIGRATIONS', 'FFMPEG_PATH', 'BACKUP_TARGET'])(
		'%s with ~ is refused, as the program would make a folder of this name',
		(name) => {
			for (const value of ['~', '~/plaudit', '~ada/plaudit'])
				expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}: .* path`)])
		},
	)

	it('new accounts are confirmed by mail once there is a mail server', () => {
		expect(readConfig({ SMTP_URL: 'smtp://mail.test' }).config.MAIL_AUTOCONFIRM).toBe(false)
	})

	it('a setting that needs further settings names the missing ones', () => {
		expect(problemsOf({ SMS_PROVIDER: 'twilio', SMS_TWILIO_FROM: '15550001111' })).toEqual([
			'SMS_PROVIDER=twilio needs SMS_TWILIO_ACCOUNT_SID, SMS_TWILIO_AUTH_TOKEN.',
		])
		expect(problemsOf({ CAPTCHA_PROVIDER: 'turnstile' })).toHaveLength(1)
		expect(problemsOf({ CAPTCHA_PROVIDER: 'altcha' })).toEqual([])
		expect(problemsOf({ SMS_TEST_OTP: 'a=b' })).toHaveLength(1)
	})

	it('incomplete S3 settings are refused', () => {
		const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
		expect(problemsOf({ S3_REGION: 'eu-west-1' })).toHaveLength(1)
		expect(problemsOf({ S3_BUCKET: 'files', ...keys })).toHaveLength(1)
		expect(problemsOf({ S3_BUCKET: 'files', S3_REGION: 'x', S3_ACCESS_KEY_ID: 'a' })).toHaveLength(1)
		const { config } = readConfig({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3:9000/', ...keys })
		expect(config.S3_ENDPOINT).toBe('http://s3:9000')
	})

	it('every setting is in .env.example', async () => {
		const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
		const listed = [...text.matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? '')
		const known = Object.keys(settings.shape)
		expect([...listed.filter((name) => !name.startsWith('GOOGLE_'))].sort()).toEqual(known.sort())
	})
})
