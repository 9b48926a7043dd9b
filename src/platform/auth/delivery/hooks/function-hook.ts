import { readDatabaseError } from '#platform/auth/database-errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Db, Tx } from '#platform/pg/db.ts'
import { hookFailure, hookOverSize, hookTimeout, maxHookBytes } from './hook-errors.ts'
import { callHookFunction, setStatementTimeout } from './hook-queries.ts'
import type { HookTarget } from './settings.ts'

/** Statement timeouts in milliseconds: of the function, and of the other statements of a transaction (pg/db.ts). */
const hookStatementTimeout = 2000
const defaultStatementTimeout = 10_000
const queryCanceled = '57014'

/**
 * A hook that is a database function, with two seconds. Inside a transaction it sees earlier writes, and its exception
 * rolls them back.
 */
export function functionHook(target: HookTarget & { kind: 'function' }, db: Pick<Db, 'as'>) {
	const { schema, name, uri } = target
	const call = async (payload: string, tx: Tx | undefined) => {
		const query = callHookFunction(schema, name, payload)
		if (!tx)
			return db.as(authServiceRole, (own) => own.final<{ answer: unknown }>(query), {
				statementTimeout: hookStatementTimeout,
			})
		const [, rows] = await Promise.all([
			tx.query(setStatementTimeout(hookStatementTimeout)),
			tx.query<{ answer: unknown }>(query),
			tx.query(setStatementTimeout(defaultStatementTimeout)),
		])
		return rows
	}
	return async (payload: string, tx?: Tx): Promise<unknown> => {
		if (Buffer.byteLength(payload) > maxHookBytes) throw hookOverSize()
		try {
			const [row] = await call(payload, tx)
			return row?.answer ?? undefined
		} catch (error) {
			if (readDatabaseError(error)?.code === queryCanceled) throw hookTimeout(hookStatementTimeout / 1000, error)
			throw hookFailure(`Error running hook URI: ${uri}`, error)
		}
	}
}
