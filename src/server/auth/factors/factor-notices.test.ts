import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { mailsTo } from '#test/outbox.ts'

it('a second factor is told of when it is set up and when it goes, and not when it is used', async () => {
	const app = await createTestApp({ MAIL_NOTICES: 'mfa_factor_enrolled,mfa_factor_unenrolled' })
	const { client, email } = await app.person()
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
	const factorId = data?.id ?? ''
	expect(await mailsTo(app, email)).toHaveLength(0)
	const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') })
	await client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })
	expect(await mailsTo(app, email)).toHaveLength(1)
	const later = totp.generate({ timestamp: Date.now() + 30_000 })
	await client.auth.mfa.challengeAndVerify({ factorId, code: later })
	expect(await mailsTo(app, email)).toHaveLength(1)
	await client.auth.mfa.unenroll({ factorId })
	expect(await mailsTo(app, email)).toHaveLength(2)
	await app.close()
})
