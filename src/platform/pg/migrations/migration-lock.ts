import type pg from 'pg'
import { serverKeepaliveSettings, withClient } from '#platform/pg/connections.ts'
import { describeHolder, holderOfKey } from './steps/lock-holder.ts'

const migrationLock = 7_268_432
const stepLock = 7_268_433

/** Reports a wait for the lock, and how long it may last: milliseconds until the report and until the refusal. */
export type LockWait = { log: (line: string) => void; reportAfter: number; giveUpAfter: number }
export const defaultWait: LockWait = { log: console.error, reportAfter: 3000, giveUpAfter: 120_000 }

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
	const found = await holderOfKey(client, migrationLock)
	const { pid, since } = found
	const holder = describeHolder(found)
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

/** Timeouts that would end a transaction that only waits. Which there are depends on the version of PostgreSQL. */
const waitLong = `select set_config(name, '0', true) from pg_settings
	where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`

/**
 * Holds the lock of the migrations on a connection of its own while other transactions migrate. Its transaction stays open: it ends with this process,
 * also behind a pooler, and holds no snapshot.
 * @param work gets a function that throws when the lock was lost
 */
export async function withMigrationLock<T>(
	settings: pg.ClientConfig,
	wait: Partial<LockWait>,
	work: (requireLock: () => Promise<void>) => Promise<T>,
): Promise<T> {
	return withClient(settings, async (holder) => {
		await holder.query('begin')
		await holder.query(waitLong)
		await lockMigrations(holder, wait)
		const result = await work(async () => {
			await holder.query('select').catch((cause) => {
				throw new Error(
					'The connection that held the lock of the migrations has ended. Start again: what is applied stays.',
					{ cause },
				)
			})
		})
		await holder.query('commit')
		return result
	})
}

/**
 * Waits within a step for one that a process left behind whose lock is gone: PostgreSQL ends its transaction only when it notices. The wait is
 * limited by `lock_timeout`.
 */
export async function requireOnlyStep(client: pg.Client): Promise<void> {
	await client.query("select set_config('lock_timeout', '1500', true)")
	await client.query('select pg_advisory_xact_lock($1)', [stepLock])
}
