import { expect, it } from 'vitest'
import { authService } from '#server/auth/bearer/service-role.ts'
import { sql } from '#server/pg/sql.ts'
import { openTestDeps } from '#test/deps.ts'
import { takeTurns } from './turns.ts'

it('lets so many write at a time, in their order, and readers in between', async () => {
	const { deps, close } = await openTestDeps({})
	const db = takeTurns(deps.db, 2)
	const begun: number[] = []
	const gates = new Map<number, () => void>()
	const write = (number: number) =>
		db.as(authService, async () => {
			begun.push(number)
			await new Promise<void>((resolve) => gates.set(number, resolve))
			if (number === 1) throw new Error('on purpose')
		})
	const done = Promise.allSettled([0, 1, 2, 3].map(write))
	await expect.poll(() => gates.size).toBe(2)
	const reading = db.as(authService, (tx) => tx.final(sql`select 1 as one`), { readOnly: true })
	expect(await reading).toEqual([{ one: 1 }])
	expect(begun).toEqual([0, 1])
	// A failure makes room as well as a success.
	gates.get(1)?.()
	await expect.poll(() => begun).toEqual([0, 1, 2])
	gates.get(0)?.()
	await expect.poll(() => gates.size).toBe(4)
	for (const open of gates.values()) open()
	expect((await done).map(({ status }) => status)).toEqual([
		'fulfilled',
		'rejected',
		'fulfilled',
		'fulfilled',
	])
	await close()
})

it('sends somebody away who waited too long, and keeps no place for them', async () => {
	const { deps, close } = await openTestDeps({})
	const db = takeTurns(deps.db, 1, 30)
	let open = () => {}
	const first = db.as(authService, () => new Promise<void>((resolve) => (open = resolve)))
	const late = db.as(authService, async () => undefined)
	await expect(late).rejects.toMatchObject({ status: 503, code: 'server_busy' })
	open()
	await first
	expect(await db.as(authService, async () => 'in')).toBe('in')
	await close()
})
