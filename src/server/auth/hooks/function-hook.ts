import { authService } from '#server/auth/bearer/service-role.ts'
import { databaseFailure } from '#server/auth/database-errors.ts'
import type { Db, Tx } from '#server/pg/db.ts'
import { hookFailure, hookOverSize, hookTimeout } from './hook-errors.ts'
import { limitStatements, runHook } from './hook-queries.ts'
import { mostHookBytes } from './post-to-hook.ts'
import type { HookTarget } from './settings.ts'

/** What a function has, and what the other statements of a transaction have (pg/db.ts). */
const milliseconds = 2000
const usualMilliseconds = 10_000
const canceled = '57014'

/**
 * A hook that is a function of the database (auth.md 6.8), with two seconds. Inside a transaction it is part of it: it sees what
 * was written, and an exception takes everything back.
 */
export function functionHook(target: HookTarget & { kind: 'function' }, db: Pick<Db, 'as'>) {
	const { schema, name, uri } = target
	const call = async (payload: string, tx: Tx | undefined) => {
		const query = runHook(schema, name, payload)
		if (!tx)
			return db.as(authService, (own) => own.final<{ answer: unknown }>(query), {
				statementTimeout: milliseconds,
			})
		const [, rows] = await Promise.all([
			tx.query(limitStatements(milliseconds)),
			tx.query<{ answer: unknown }>(query),
			tx.query(limitStatements(usualMilliseconds)),
		])
		return rows
	}
	return async (payload: string, tx?: Tx): Promise<unknown> => {
		if (Buffer.byteLength(payload) > mostHookBytes) throw hookOverSize(mostHookBytes)
		try {
			const [row] = await call(payload, tx)
			return row?.answer ?? undefined
		} catch (error) {
			if (databaseFailure(error)?.code === canceled) throw hookTimeout(milliseconds / 1000, error)
			throw hookFailure(`Error running hook URI: ${uri}`, error)
		}
	}
}
