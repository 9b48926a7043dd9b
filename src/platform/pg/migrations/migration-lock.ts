import type pg from 'pg'
import { serverKeepaliveSettings } from '#platform/pg/connections.ts'

const migrationLock = 7_268_432

/** Reports a wait for the lock, and how long it may last: milliseconds until the report and until the refusal. */
export type LockWait = { log: (line: string) => void; reportAfter: number; giveUpAfter: number }
const defaultWait: LockWait = { log: console.error, reportAfter: 3000, giveUpAfter: 120_000 }

/**
 * Takes the lock under which migrations are applied, for the rest of the open transaction. A lock of the session would stay
 * behind with the connection of a pooler, and every later start would wait for it.
 * @throws Error with one line that names the holder, when it does not let go in time
 */
export async function lockMigrations(client: pg.Client, wait: Partial<LockWait> = {}) {
	const { log, reportAfter, giveUpAfter } = { ...defaultWait, ...wait }
	// PostgreSQL gives up a machine that vanished after half a minute, and with it the lock.
	await client.query(serverKeepaliveSettings.replaceAll('set ', 'set local '))
	const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as taken', [migrationLock])
	if (rows[0].taken) return
	const { pid, name, from, since } = await holderOf(client)
	const holder = `PostgreSQL process ${pid}, ${name}${from}`
	const report = () => log(`Waiting for the lock of the migrations, which ${holder} holds${since} …`)
	const timer = setTimeout(report, reportAfter)
	try {
		await client.query(`set local lock_timeout = ${giveUpAfter}`)
		await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
		await client.query('set local lock_timeout to default')
	} catch (cause) {
		if ((cause as { code?: string }).code !== '55P03') throw cause
		throw new Error(
			`The lock of the migrations was not free within ${giveUpAfter / 1000} s: ${holder} holds it${since}. ` +
				`Start again when that has ended. If no other node migrates, end it with: select pg_terminate_backend(${pid})`,
			{ cause },
		)
	} finally {
		clearTimeout(timer)
	}
}

type Holder = { pid: number | string; name: string; from: string; since: string }

/** Its address and the start of its transaction are visible to its own user, to superusers and to members of pg_read_all_stats. */
async function holderOf(client: pg.Client): Promise<Holder> {
	const { rows } = await client.query<Holder>(
		`select pid, coalesce(nullif(application_name, ''), 'without a name') as name,
			coalesce(' from ' || host(client_addr), '') as from,
			coalesce(' since ' || to_char(coalesce(xact_start, state_change) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC'), '') as since
		from pg_locks left join pg_stat_activity using (pid)
		where locktype = 'advisory' and granted and classid = 0 and objid = $1
			and database = (select oid from pg_database where datname = current_database())`,
		[migrationLock],
	)
	return rows[0] ?? { pid: 'unknown', name: 'which has just ended', from: '', since: '' }
}
