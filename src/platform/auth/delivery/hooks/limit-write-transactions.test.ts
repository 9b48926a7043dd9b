import { expect, it } from 'vitest'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { sql } from '#platform/pg/sql.ts'
import { openTestDeps } from '#test/support/test-deps.ts'
import { limitWriteTransactions } from './limit-write-transactions.ts'

it('limitWriteTransactions runs a limited number of writes in order, and reads at any time', async () => {
	const { deps, close } = await openTestDeps({})
	const db = limitWriteTransactions(deps.db, 2)
	const begun: number[] = []
	const gates = new Map<number, () => void>()
	const write = (number: number) =>
		db.as(authServiceRole, async () => {
			begun.push(number)
			await new Promise<void>((resolve) => gates.set(number, resolve))
			if (number === 1) throw new Error('on purpose')
		})
	const done = Promise.allSettled([0, 1, 2, 3].map(write))
	await expect.poll(() => gates.size).toBe(2)
	const reading = db.as(authServiceRole, (tx) => tx.final(sql`select 1 as one`), { readOnly: true })
	expect(await reading).toEqual([{ one: 1 }])
	expect(begun).toEqual([0, 1])
	// A failure makes room as well as a success.
	gates.get(1)?.()
	await expect.poll(() => begun).toEqual([0, 1, 2])
	gates.get(0)?.()
	await expect.poll(() => gates.size).toBe(4)
	for (const open of gates.values()) open()
	expect((await done).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
	await close()
})

it('limitWriteTransactions refuses a write that waits too long and frees its place', async () => {
	const { deps, close } = await openTestDeps({})
	const db = limitWriteTransactions(deps.db, 1, 30)
	let open = () => {}
	const first = db.as(authServiceRole, () => new Promise<void>((resolve) => (open = resolve)))
	const late = db.as(authServiceRole, async () => undefined)
	await expect(late).rejects.toMatchObject({ status: 503, code: 'server_busy' })
	open()
	await first
	expect(await db.as(authServiceRole, async () => 'in')).toBe('in')
	await close()
})
