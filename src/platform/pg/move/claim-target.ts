import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { isOtherDatabase, lockAsSource, lockAsTarget, markUnfinished, readContents } from './queries.ts'

/**
 * Takes an empty database, or one that an interrupted move has begun to fill, for the session. A mark in it keeps servers off until
 * the move is complete, so that it has no rows of others when a move is run again.
 * @throws Error with one line; nothing was changed then
 */
export async function claimTarget(source: pg.Client, target: pg.Client): Promise<void> {
	const key = randomInt(2 ** 31)
	await source.query(lockAsSource, [key])
	const { rows: others } = await target.query<{ isOther: boolean }>(isOtherDatabase, [key])
	if (!others[0]?.isOther) throw new Error('The target is the database that is moved. Name another one.')
	const { rows: locks } = await target.query<{ taken: boolean }>(lockAsTarget)
	if (!locks[0]?.taken) throw new Error('Another move writes into the target. Wait until it has ended.')
	const { rows } = await target.query<{ relations: number; first: string; isUnfinished: boolean }>(readContents)
	const { relations = 0, first, isUnfinished } = rows[0] ?? {}
	if (isUnfinished) return
	if (relations > 0)
		throw new Error(
			`The target is not empty: it has ${first}${relations > 1 ? ` and ${relations - 1} other tables, views and sequences` : ''}. Make another database, with: create database plaudit encoding 'UTF8' template template0`,
		)
	await target.query(markUnfinished).catch((cause: pg.DatabaseError) => {
		if (cause.code !== '42501') throw cause
		throw new Error(`${target.user} may not create schemas in the target. Make it the owner of the database.`, {
			cause,
		})
	})
}
