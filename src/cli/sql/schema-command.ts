import { UsageError } from '#cli/read-options.ts'
import { withDatabase } from '#cli/with-deps.ts'
import { printableLines } from './printable-text.ts'
import { describeColumns, describeParts, findRelation } from './relation-queries.ts'
import { openSession, type Session } from './sql-session.ts'
import { outcomeText } from './table-text.ts'

/** Prints what the catalogue has about a table or view. */
export async function run(args: string[]): Promise<number> {
	const [name] = args
	if (args.length !== 1 || !name || name.startsWith('-')) throw new UsageError('Name one table or view.')
	return withDatabase(async ({ owner }) => {
		const session = await openSession(owner, (line) => console.error(line))
		try {
			console.log(printableLines(await describeRelation(session, name)))
			return 0
		} finally {
			await session.close()
		}
	})
}

/** @throws Error when there is none of this name */
async function describeRelation(session: Session, name: string): Promise<string> {
	const [found] = (await session.run(findRelation, [name])).rows
	if (!found) throw new Error(`There is no table or view ${name}.`)
	const [oid, fullName, kind, isSecured] = found
	const columns = outcomeText(await session.run(describeColumns, [oid])).replace(/\n\(\d+ rows?\)$/, '')
	const parts = Map.groupBy((await session.run(describeParts, [oid])).rows, ([part]) => part ?? '')
	const lines = [...parts].flatMap(([part, rows]) => [`${part}:`, ...rows.map(([, line]) => `    ${line}`)])
	const security = kind?.endsWith('table') ? [`Row-level security: ${isSecured === 't' ? 'on' : 'off'}`] : []
	return [`${kind} ${fullName}`, columns, ...security, ...lines].join('\n')
}
