import { describeColumns, describeParts, findRelation, listRelations } from './relation-queries.ts'
import type { Session } from './sql-session.ts'
import { outcomeText } from './table-text.ts'

const help = `Statements end with a semicolon and may have several lines.
  \\dt [PATTERN]  tables; PATTERN as *.name or schema.*
  \\d             tables, views and sequences
  \\d NAME        columns, indexes, policies and grants of one
  \\?             this
  \\q             leave (or Ctrl+D)
Ctrl+C cancels the statement that runs, or forgets what was typed.`

/** Runs a backslash command. @returns text to print, or undefined to quit */
export async function runPromptCommand(session: Session, line: string): Promise<string | undefined> {
	const [, command = '', argument = ''] = /^(\\\S*)\s*(.*?)\s*;?$/.exec(line.trim()) ?? []
	if (command === '\\q') return undefined
	if (command === '\\?') return help
	if (command === '\\dt') return list(session, ['r', 'p', 'f'], argument)
	if (command === '\\d' && argument === '') return list(session, ['r', 'p', 'f', 'v', 'm', 'S'], '')
	if (command === '\\d') return describeRelation(session, argument)
	return `There is no command ${command}. \\? lists those there are.`
}

async function list(session: Session, kinds: string[], pattern: string): Promise<string> {
	const [name = '', schema = ''] = pattern.split('.').reverse()
	const found = await session.run(listRelations, [kinds, likePattern(schema), likePattern(name) || '%'])
	return found.rows.length > 0 ? outcomeText(found) : 'There is none.'
}

/** `*` and `?` as in psql; every other character is literal. */
function likePattern(pattern: string): string {
	return pattern
		.replace(/[\\%_]/g, '\\$&')
		.replaceAll('*', '%')
		.replaceAll('?', '_')
}

async function describeRelation(session: Session, name: string): Promise<string> {
	const [found] = (await session.run(findRelation, [name])).rows
	if (!found) return `There is no relation ${name}.`
	const [oid, fullName, kind, isSecured] = found
	const columns = outcomeText(await session.run(describeColumns, [oid])).replace(/\n\(\d+ rows?\)$/, '')
	const parts = Map.groupBy((await session.run(describeParts, [oid])).rows, ([part]) => part ?? '')
	const lines = [...parts].flatMap(([part, rows]) => [`${part}:`, ...rows.map(([, line]) => `    ${line}`)])
	const security = kind?.endsWith('table') ? [`Row-level security: ${isSecured === 't' ? 'on' : 'off'}`] : []
	return [`${kind} ${fullName}`, columns, ...security, ...lines].join('\n')
}
