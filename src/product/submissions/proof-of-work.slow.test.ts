import { expect, test } from 'vitest'
import { openLimitedForm } from '#test/support/product/limited-form.ts'
import { solve } from '#test/support/product/solve-challenge.ts'
import { postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Challenged = { challenge: unknown }
const challengeOf = ({ body }: Awaited<ReturnType<typeof postSubmission>>) =>
	(body.error as unknown as Challenged).challenge

test('nodes share what a form has taken, and refuse above ten budgets until the next hour', async () => {
	const { app, space } = await openLimitedForm({ SUBMIT_PER_FORM_HOURLY: '2' })
	const send = (changes: Record<string, unknown> = {}, where = app) =>
		postSubmission(where, submissionBody(space, changes))
	const env = { RATE_LIMITS: 'on', SUBMIT_PER_FORM_HOURLY: '2', SUBMIT_PER_ADDRESS_HOURLY: '1000' }
	const other = await createTestApp(env, app.database)
	try {
		for (const body of ['One', 'Two']) expect((await send({ body })).status).toBe(201)
		// The other node hears of it with its next count.
		expect((await send({ body: 'Elsewhere' }, other)).status).toBe(201)
		await expect.poll(async () => (await send({}, other)).body.error?.code, { interval: 500 }).toBe('proof_required')
		await asOwner(app.database, 'update private.form_pressure set sent = 20')
		const proof = await solve(challengeOf(await send()))
		await send({ proof })
		const answer = async () => (await send({ proof: await solve(challengeOf(await send())) })).body.error?.code
		await expect.poll(answer, { interval: 500 }).toBe('rate_limited')
	} finally {
		await other.close()
		await app.close()
	}
})
