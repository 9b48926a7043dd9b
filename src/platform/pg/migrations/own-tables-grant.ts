import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { lockMigrations } from './migration-lock.ts'
import {
	createTriggers,
	dropTriggers,
	grantByDefault,
	readGrantState,
	recordGrantState,
	revokeByDefault,
} from './own-tables-grant-queries.ts'

/** The default grants of the operator's own new tables. */
export type OwnTablesGrant = 'none' | 'supabase'

/**
 * Puts or takes what grants tables to callers as they are made: default privileges in `app`, and event triggers that act in
 * `public` for sessions of the operator's own. Tables that exist keep the grants they have.
 * @returns false when the owner may not make or drop event triggers, and `public` stays as it was
 */
export async function syncOwnTablesGrant(owner: pg.ClientConfig, grant: OwnTablesGrant): Promise<boolean> {
	const isWanted = grant === 'supabase'
	return withClient({ ...owner, application_name: 'plaudit-migrate' }, async (client) => {
		// Default grants that an operator made without the setting are left alone. No start has to wait for the lock to see that.
		if (!isWanted && !(await readState(client)).isOn) return true
		await client.query('begin')
		await lockMigrations(client)
		const { hasSchema, isOn } = await readState(client)
		if (!isWanted && !isOn) return true
		if (hasSchema) await client.query(isWanted ? grantByDefault : revokeByDefault)
		const isWhole = await tryTriggers(client, isWanted ? createTriggers : dropTriggers)
		// While the triggers grant on, the next start tries again to drop them.
		if (isWanted || isWhole) await client.query(recordGrantState, [isWanted])
		await client.query('commit')
		return isWhole
	})
}

async function readState(client: pg.Client): Promise<{ hasSchema: boolean; isOn: boolean }> {
	const { rows } = await client.query<{ hasSchema: boolean; isOn: boolean }>(readGrantState)
	return rows[0] ?? { hasSchema: false, isOn: false }
}

async function tryTriggers(client: pg.Client, text: string): Promise<boolean> {
	await client.query('savepoint triggers')
	try {
		await client.query(text)
		return true
	} catch (error) {
		// Event triggers are made by superusers alone, and dropped by their owner.
		if ((error as pg.DatabaseError).code !== '42501') throw error
		await client.query('rollback to savepoint triggers')
		return false
	}
}
