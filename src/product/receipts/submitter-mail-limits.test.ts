import { expect, it } from 'vitest'
import { holdTheHour } from '#test/support/postgres/hold-the-hour.ts'
import { createSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

it('one mailbox gets three mails of either kind an hour, however many testimonials name it and whatever its tags', async () => {
	const app = await createTestApp({ RATE_LIMITS: 'on', SUBMIT_PER_ADDRESS_HOURLY: '1000' })
	await holdTheHour(app.database)
	for (const number of [1, 2, 3, 4, 5]) {
		const space = await createSpace(app.database)
		const author = { name: 'Ines', email: `victim+${number}@harbour.example` }
		const body = `The bowl number ${number} sings when it is filled.`
		const { status } = await postSubmission(app, submissionBody(space, { author, body }))
		expect(status).toBe(201)
	}
	await asOwner(app.database, "update public.testimonials set spam_state = 'clean', status = 'approved'")
	await asOwner(app.database, "update plaudit.jobs set run_at = now() where kind = 'published_mail'")
	const before = await asOwner(app.database, "select from plaudit.jobs where kind = 'receipt_mail'")
	expect(before.length).toBeLessThanOrEqual(3)
	await runDueJobs(app.deps)
	const waiting = await asOwner(
		app.database,
		"select from plaudit.jobs where kind = 'published_mail' and run_at > now() + interval '1 second'",
	)
	expect(waiting).toHaveLength(2)
	await app.close()
})
