import pg from 'pg'
import { readScript, requireNoTransactionControl, runStatements, ScriptError } from '#platform/pg/scripts/sql-script.ts'
import type { Outcome, Session } from './sql-session.ts'

/** Failure of a script. `isUndone`: it was one transaction that was certainly not committed. */
type Failure = { error: ScriptError; isUndone: boolean }

/** Runs a script; several statements are one transaction unless disabled. @returns the first failure */
export async function runScript(
	session: Session,
	text: string,
	inTransaction: boolean,
	tell: (outcome: Outcome) => void,
): Promise<Failure | undefined> {
	let isUndone = inTransaction
	try {
		const statements = readScript(text)
		const isWrapped = inTransaction && statements.length > 1
		if (isWrapped) requireNoTransactionControl(statements, 'Leave it out, or give --no-transaction.')
		isUndone = isWrapped
		if (isWrapped) await session.run('begin')
		await runStatements(statements, async (statement) => tell(await session.run(statement.text)))
		const [last] = statements.slice(-1)
		if (!isWrapped || !last) return undefined
		await session.run('commit').catch((cause: Error) => {
			// If the connection is lost here, the transaction may have committed.
			isUndone = cause instanceof pg.DatabaseError && !session.isLost()
			throw new ScriptError(last, cause)
		})
		return undefined
	} catch (error) {
		if (session.transaction() !== 'I') await session.run('rollback').catch(() => {})
		if (!(error instanceof ScriptError)) throw error
		return { error, isUndone }
	}
}
