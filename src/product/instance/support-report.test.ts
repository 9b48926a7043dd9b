import { afterAll, expect, it } from 'vitest'
import { findChangedSettings } from '#platform/config/config.ts'
import { readConfig, settings } from '#server/settings.ts'
import { createOperator } from '#test/support/create-operator.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { findErrorCodes } from './error-codes.ts'

/** Stands in every value that must not leave the installation. */
const mark = 'marked'
const secrets = {
	OPERATORS: `${mark}-operator@example.test`,
	SMTP_URL: `smtp://${mark}-user:${mark}-password@127.0.0.1:1/`,
	MAIL_FROM: `${mark} Pottery <hello@${mark}.test>`,
	MAIL_AUTOCONFIRM: 'true',
	SITE_URL: `http://${mark}.localhost:3000`,
	METRICS_TOKEN: `${mark}-token-of-metrics`,
	BOUNCE_TOKEN: `${mark}-token-of-bounces`,
	CAPTCHA_SITE_KEY: `${mark}-site`,
	CAPTCHA_SECRET: `${mark}-captcha`,
	SMS_PROVIDER: 'webhook',
	SMS_WEBHOOK_URL: `https://${mark}.test/sms`,
	SMS_WEBHOOK_SECRET: `v1,whsec_${Buffer.from(mark.repeat(6)).toString('base64')}`,
	JWT_SECRET: `${mark}-secret-of-more-than-32-characters`,
	GOOGLE_CLIENT_ID: `${mark}-google`,
	GOOGLE_CLIENT_SECRET: `${mark}-google-secret`,
	BACKUP_TARGET: `/${mark}/backups`,
	FFMPEG_PATH: `/${mark}/ffmpeg`,
	REDIRECT_ALLOW_LIST: `https://${mark}.test/**`,
	OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9/',
	ANONYMOUS_SIGNIN: 'true',
	LOG_LEVEL: 'fatal',
	PASSWORD_MIN_LENGTH: '9',
}

const opened = createTestApp(secrets)
afterAll(async () => (await opened).close())

it('the report for support holds no secret, address, name or word of the installation', async () => {
	const app = await opened
	const { client, token } = await createOperator(app, `${mark}-operator`)
	await client.rpc('create_space', { name: `${mark} Pottery`, slug: `${mark}-pottery` }).throwOnError()
	await asOwner(
		app.database,
		`insert into plaudit.jobs (kind, payload, attempts, failed_at, last_error) values
			('mail', '{"to": "ines@${mark}.test", "words": "${mark}"}', 12, now(), '550 5.1.1 <ines@${mark}.test> No such user'),
			('webhook', '{"url": "https://${mark}.test"}', 12, now(), 'connect ECONNREFUSED ${mark}.test:443')`,
	)
	await asOwner(app.database, 'insert into plaudit.backups (name, problem) values ($1, $2)', [
		`${mark}.tar.gz`,
		`ENOSPC: no space left on device, write /${mark}/backups`,
	])
	const answer = await app.fetch(`${app.url}/functions/v1/instance?report`, {
		headers: { authorization: `Bearer ${token}` },
	})
	expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
	const report = await answer.text()
	expect(report.toLowerCase()).not.toContain(mark)
	expect(report).not.toMatch(/@|https?:\/\/|whsec_|Pottery|No such user/)
	for (const line of [
		/^ {2}LOG_LEVEL +fatal$/m,
		/^ {2}ANONYMOUS_SIGNIN +true$/m,
		/^ {2}PASSWORD_MIN_LENGTH +9$/m,
		/^ {2}SMTP_URL +\(set\)$/m,
		/^ {2}mail +1 given up, 550 5\.1\.1$/m,
		/^ {2}webhook +1 given up, ECONNREFUSED$/m,
		/^ {2}Error +ENOSPC$/m,
		/^ {2}ffmpeg +warns: It cannot be used\.$/m,
		/^ {2}Node\.js +24\./m,
	])
		expect(report).toMatch(line)
})

it('settings with their default values are not in the list of changed ones', () => {
	const { config } = readConfig({ SIGNUP: 'open', LOG_LEVEL: 'warn', RATE_LIMITS: 'on' })
	expect(config.changedSettings).toEqual([{ name: 'LOG_LEVEL', value: 'warn' }])
})

it('of settings that are texts, the report shows only those that are one of a few known words', () => {
	const marked = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, mark]))
	const shown = findChangedSettings(marked, settings.shape).filter(({ value }) => value !== undefined)
	expect(shown.map(({ name }) => name)).toEqual([
		'LOG_LEVEL',
		'OWN_TABLES_GRANT',
		'SIGNUP',
		'SMS_PROVIDER',
		'CAPTCHA_PROVIDER',
		'CDN_PURGE_FORMAT',
	])
})

it.each([
	['connect ECONNREFUSED 10.0.0.7:25', ['ECONNREFUSED']],
	['Invalid login: 535 5.7.8 Error', ['535 5.7.8']],
	['MARGARET at 452 ELM STREET wrote', []],
	['421', ['421']],
])('the codes of the error “%s” are %j', (error, codes) => {
	expect(findErrorCodes(error)).toEqual(codes)
})
