import { expect, test } from 'vitest'
import { createSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('analytics of others never read a URL that holds a secret', async () => {
	const app = await createTestApp({ ANALYTICS_SNIPPET: 'plausible:plaudit.example@https://stats.example/js/script.js' })
	const space = await createSpace(app.database)
	const { body } = await postSubmission(app, submissionBody(space))
	const read = async (path: string) => {
		const answer = await app.fetch(`${app.url}${path}`)
		return `${answer.headers.get('content-security-policy')} ${await answer.text()}`
	}
	for (const open of [`/collect/${space.slug}`, '/auth', '/auth/confirm'])
		expect(await read(open)).toContain('stats.example')
	for (const secret of [
		`/collect/${space.slug}?i=x`,
		`/collect/${space.slug}?order=1`,
		new URL(body.receipt_url ?? '').pathname,
		'/auth?setup=x',
		'/auth/confirm?token_hash=x&type=magiclink',
	])
		expect(await read(secret)).not.toContain('stats.example')
	await app.close()
})
