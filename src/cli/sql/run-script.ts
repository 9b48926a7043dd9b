import {
	readScript,
	requireNoTransactionControl,
	runStatements,
	ScriptError,
} from '#server/pg/script.ts'
import type { Outcome, Session } from './session.ts'

/**
 * Runs a script. Several statements are one transaction, unless it is not wanted.
 * @throws ScriptError for the first statement that fails; in one transaction nothing is changed then
 */
export async function runScript(
	session: Session,
	text: string,
	inTransaction: boolean,
	tell: (outcome: Outcome) => void,
): Promise<void> {
	const statements = readScript(text)
	const isWrapped = inTransaction && statements.length > 1
	if (isWrapped) requireNoTransactionControl(statements, 'Leave it out, or give --no-transaction.')
	const run = () =>
		runStatements(statements, async (statement) => tell(await session.run(statement.text)))
	if (!isWrapped) return run()
	await session.run('begin')
	try {
		await run()
	} catch (error) {
		await session.run('rollback').catch(() => {})
		throw error
	}
	await session.run('commit').catch((cause: Error) => {
		const [last] = statements.slice(-1)
		throw last ? new ScriptError(last, cause) : cause
	})
}
