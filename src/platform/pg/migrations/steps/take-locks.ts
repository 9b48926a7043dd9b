import type pg from 'pg'
import type { TableLock } from './table-locks.ts'

/** Times of waiting for a lock, in milliseconds. */
export type LockTimes = {
	/** For the first one: nothing is held yet that a request could wait for. */
	first: number
	/**
	 * For all others together, and for any that the file takes besides. It is shorter than PostgreSQL's `deadlock_timeout` of one second,
	 * after which a request that waits for a held table could be ended in the migration's place.
	 */
	others: number
}
export const lockTimes: LockTimes = { first: 1500, others: 500 }

/** A lock that was not free in time. */
export class TableBusy extends Error {
	readonly lock: TableLock

	constructor(lock: TableLock, cause: unknown) {
		super(`${lock.name} is locked`, { cause })
		this.lock = lock
	}
}

const findRelations = `select w.name, format('%I.%I', n.nspname, c.relname) as quoted, c.relkind = 'v' as "isView", r.rolname as owner
	from unnest($1::text[]) w (name)
	join pg_catalog.pg_class c on c.oid = to_regclass(w.name) and c.relkind in ('r', 'p', 'v')
	join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	join pg_catalog.pg_roles r on r.oid = c.relowner`

type Relation = { name: string; quoted: string; isView: boolean; owner: string }

/**
 * Takes the locks of a file, in their order, before its first statement.
 * @throws TableBusy when one was not free in time
 */
export async function takeLocks(client: pg.Client, locks: readonly TableLock[], times: LockTimes): Promise<void> {
	const { rows } = await client.query<Relation>(findRelations, [locks.map(({ name }) => name)])
	const found = new Map(rows.map((row) => [row.name, row]))
	let until: number | undefined
	for (const lock of locks) {
		const relation = found.get(lock.name)
		if (!relation) continue
		await limitWait(client, until === undefined ? times.first : until - performance.now())
		try {
			await client.query(lockStatement(relation, lock.mode))
		} catch (cause) {
			throw new TableBusy(lock, cause)
		}
		until ??= performance.now() + times.others
	}
	await limitWait(client, times.others)
}

/** Waits for one table alone, holding nothing: an automatic vacuum of it ends for that, and long transactions come to their end. */
export async function waitFor(client: pg.Client, lock: TableLock, times: LockTimes): Promise<void> {
	await client.query('begin')
	await takeLocks(client, [lock], times).catch(() => {})
	await client.query('rollback')
}

/** A view is locked without its tables by an owner that stays the same. */
function lockStatement({ quoted, isView, owner }: Relation, mode: TableLock['mode']): string {
	if (!isView) return `lock table ${quoted} in ${mode} mode`
	return `alter view ${quoted} owner to "${owner.replaceAll('"', '""')}"`
}

async function limitWait(client: pg.Client, milliseconds: number): Promise<void> {
	await client.query("select set_config('lock_timeout', $1, true)", [String(Math.max(20, Math.ceil(milliseconds)))])
}
