import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { quoteIdentifier } from '#platform/pg/identifiers.ts'
import { isOtherDatabase, lockAsSource, lockAsTarget, markUnfinished, readContents } from './queries.ts'

/** @throws Error when both sides are the same database */
export async function requireOtherDatabase(source: pg.Client, target: pg.Client): Promise<void> {
	const key = randomInt(2 ** 31)
	await source.query(lockAsSource, [key])
	const { rows } = await target.query<{ isOther: boolean }>(isOtherDatabase, [key])
	if (!rows[0]?.isOther) throw new Error('The target is the database that is moved. Name another one.')
}

/**
 * Requires an empty database, or one that an interrupted move or restore has begun to fill. Changes nothing.
 * @throws Error with one line that names what is in it
 */
export async function requireVacant(target: pg.Client, what = 'The target'): Promise<{ isUnfinished: boolean }> {
	const { rows } = await target.query<{ relations: number; first: string; isUnfinished: boolean }>(readContents)
	const { relations = 0, first, isUnfinished = false } = rows[0] ?? {}
	if (relations > 0 && !isUnfinished)
		throw new Error(
			`${what} is not empty: it has ${first}${relations > 1 ? ` and ${relations - 1} other tables, views and sequences` : ''}. Make another database, with: create database plaudit_2 owner ${quoteIdentifier(target.user ?? 'postgres')} encoding 'UTF8' template template0`,
		)
	return { isUnfinished }
}

/**
 * Takes a vacant database for the session. A mark in it keeps servers off until it is complete, so that it has no rows of others when
 * the same command is run again.
 * @throws Error with one line; nothing was changed then
 */
export async function claimTarget(target: pg.Client): Promise<void> {
	const { rows: locks } = await target.query<{ taken: boolean }>(lockAsTarget)
	if (!locks[0]?.taken) throw new Error('Another move or restore writes into the target. Wait until it has ended.')
	const { isUnfinished } = await requireVacant(target)
	if (isUnfinished) return
	await target.query(markUnfinished).catch((cause: pg.DatabaseError) => {
		if (cause.code !== '42501') throw cause
		throw new Error(`${target.user} may not create schemas in the target. Make it the owner of the database.`, {
			cause,
		})
	})
}
