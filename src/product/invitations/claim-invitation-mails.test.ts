import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#platform/pg/sql.ts'
import { invite } from '#test/support/product/invitations.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { claimInvitationMails } from './queries.ts'

let opened: TestDeps
let space: SpaceFixture
beforeAll(async () => {
	opened = await openTestDeps({})
	space = await createSpace(opened.database)
})
afterAll(() => opened.close())

it('a mail that is queued after the transaction of a claim began is taken by it', async () => {
	const { db } = opened.deps
	const claim = db.as(
		{ role: 'service_role' },
		async (tx) => {
			await tx.query(sql`select now()`)
			await invite(db, space, [{ email: 'ines@harbour.example' }])
			return tx.query(claimInvitationMails(8, 900))
		},
		{ statementTimeout: 5000 },
	)
	expect(await claim).toMatchObject([{ email: 'ines@harbour.example' }])
})
