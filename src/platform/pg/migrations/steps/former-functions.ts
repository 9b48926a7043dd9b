import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { defaultWait, type LockWait, requireOnlyStep } from '#platform/pg/migrations/migration-lock.ts'
import { apply } from './apply-text.ts'
import {
	findFormer,
	findOverloads,
	findRunning,
	findStillRunning,
	moveToPlaudit,
	renameToFormer,
} from './former-functions-queries.ts'

/**
 * Drops a function for later. PostgreSQL looks a function up before it runs it and holds no lock in between: a dropped one fails with "cache
 * lookup failed". It keeps its id and grants in the schema `plaudit`, where no caller finds it by a name.
 * @param drop a statement `drop function`, and `schema.name` of what it drops
 * @throws Error of the statement, such as one for objects that depend on the function
 */
export async function setAside(client: pg.Client, drop: { name: string; statement: string }): Promise<void> {
	const before = await overloadsOf(client, drop.name)
	await client.query('savepoint aside')
	await apply(client, drop.statement, drop.statement)
	const kept = await overloadsOf(client, drop.name)
	await client.query('rollback to savepoint aside; release savepoint aside')
	for (const id of before.filter((candidate) => !kept.includes(candidate)))
		for (const query of [renameToFormer, moveToPlaudit]) {
			const { rows } = await client.query<{ statement: string }>(query, [id])
			for (const { statement } of rows) await client.query(statement)
		}
}

async function overloadsOf(client: pg.Client, name: string): Promise<number[]> {
	const { rows } = await client.query<{ id: number }>(findOverloads, [name])
	return rows.map(({ id }) => id)
}

/**
 * Drops the functions that were set aside, once the transactions are over that may have looked them up. The next start drops what a long
 * transaction, or an object that depends on it, keeps.
 * @param limit on the wait for transactions, in milliseconds
 */
export async function dropFormer(
	client: pg.Client,
	{ log = defaultWait.log }: Partial<LockWait> = {},
	limit = 2000,
): Promise<void> {
	if ((await readFormer(client)).length === 0) return
	if (!(await areOthersOver(client, limit))) return
	try {
		await client.query('begin')
		await requireOnlyStep(client)
		for (const signature of await readFormer(client)) await client.query(`drop function ${signature}`)
		await client.query('commit')
	} catch (error) {
		await client.query('rollback')
		log(`Functions of the version before stay in the database until the next start: ${(error as Error).message}.`)
	}
}

async function readFormer(client: pg.Client): Promise<string[]> {
	const { rows } = await client.query<{ signature: string }>(findFormer)
	return rows.map(({ signature }) => signature)
}

/** @returns whether all transactions of this database that run now ended in time */
async function areOthersOver(client: pg.Client, limit: number): Promise<boolean> {
	const end = performance.now() + limit
	const { rows } = await client.query<{ running: string[] }>(findRunning)
	for (let running = rows[0]?.running ?? []; running.length > 0; ) {
		if (performance.now() >= end) return false
		await wait(20)
		const still = await client.query<{ running: string[] }>(findStillRunning, [running])
		running = still.rows[0]?.running ?? []
	}
	return true
}
