import { expect, it } from 'vitest'
import { productVersion } from '#platform/product-version.ts'
import { startSummary } from './start-summary.ts'

const config = {
	SITE_URL: 'http://localhost:3000',
	DATA_DIR: '/srv/data',
	SMTP_URL: undefined,
	HOOK_SEND_EMAIL_URI: undefined,
	SIGNUP: 'open' as const,
}
const facts = { config, isExternalDatabase: false, seconds: 3.26, setupLink: undefined, isFresh: false }

it('a first start says where the first account is made, and what it needs to know, in five lines', () => {
	const setupLink = `http://localhost:3000/auth?setup=${'a'.repeat(43)}`
	expect(startSummary({ ...facts, setupLink, isFresh: true })).toBe(`
Plaudit is ready at http://localhost:3000 (version ${productVersion()}, 3.3 s)

  Make an account   ${setupLink}
                    the account made by this link is the operator; it works once
  Data              /srv/data
  Mail              written to /srv/data/outbox       set SMTP_URL to send it
  Sign-up           open                              SIGNUP=invite closes it
  Stop              Ctrl+C
`)
})

it('a later start of a server without an account says how to get the link again, and one with an account says where to sign in', () => {
	expect(startSummary({ ...facts, isFresh: true })).toMatch(
		/Make an account +http:\S+\/auth +plaudit setup-link prints/,
	)
	const text = startSummary({
		...facts,
		config: { ...config, SMTP_URL: 'smtp://mail.example', SIGNUP: 'closed' },
		isExternalDatabase: true,
	})
	expect(text).toMatch(/Sign in +http:\S+\/auth\n/)
	expect(text).toMatch(
		/Data +\/srv\/data \(files\), DATABASE_URL \(records\)\n {2}Mail +sent by SMTP\n {2}Sign-up +closed/,
	)
	expect(text).not.toMatch(/setup|outbox|smtp:/)
})
