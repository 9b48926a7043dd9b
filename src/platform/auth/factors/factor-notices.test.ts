import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp } from '#test/support/test-app.ts'

it('users get a notice when a second factor is enrolled or removed, and not when it is used', async () => {
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
