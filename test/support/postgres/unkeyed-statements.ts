import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolesWithoutSpace, statementsWithoutSpace } from '#product/spaces/shards.ts'
import type { RoutedTransaction } from './shard-router.ts'

const roles = new Set(rolesWithoutSpace.flatMap(({ names }) => names))
const listed = new Set(statementsWithoutSpace.flatMap(({ names }) => names))

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Commands, such as the one that fills a database with samples, are for one server. */
const isOfServer = (path: string) => /^src.(?!cli)/.test(path) && !path.endsWith('.test.ts')

/** Text with single spaces, and `$` in place of each parameter. */
const normalize = (text: string) =>
	text
		.replaceAll(/\$\{[^{}]*\}|\$\d+/g, '$')
		.replaceAll(/\s+/g, ' ')
		.trim()

/** The text of all sources of the server, or of all tests and commands. */
function readSources(ofServer: boolean): string {
	const paths = ['src', 'test'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
	)
	const wanted = paths.filter((path) => path.endsWith('.ts') && isOfServer(path) === ofServer)
	return wanted.map((path) => normalize(readFileSync(join(root, path), 'utf8'))).join('\n')
}

/** True for a statement that a test or a command asks itself: it, or at least its beginning, is in one and in no source of the server. */
function createTestFilter(): (statement: string) => boolean {
	const [server, others] = [readSources(true), readSources(false)]
	return (statement) => {
		const text = normalize(statement)
		const known = [text, text.split('$')[0]?.trim() ?? ''].find(
			(part) => server.includes(part) || others.includes(part),
		)
		return known !== undefined && !server.includes(known)
	}
}

/** Our functions and tables that a statement names; one about tables that rest/v1 compiled is `rest/v1`. */
export function namesOf(statement: string): string[] {
	const ours = /(?<![\w.])(public|private|plaudit|auth|storage|realtime)\.([a-z_]+)/g
	const called = /(?<!into )"(public|app)"\."([a-z_]+)"\(/g
	const names = [...statement.matchAll(ours), ...statement.matchAll(called)].map(
		([, schema, name]) => `${schema}.${name}`,
	)
	if (names.length === 0 && /"(public|app)"\."/.test(statement)) return ['rest/v1']
	return [...new Set(names)]
}

/**
 * Compares transactions with the list of what names no space.
 * @returns `unlisted`: names of statements without a space, of which none is in the list; `met`: entries that some statement needed
 */
export function compareWithList(transactions: readonly RoutedTransaction[]) {
	const unlisted = new Set<string>()
	const met = new Set<string>()
	const isOfTest = createTestFilter()
	for (const { key, role, statements } of transactions) {
		if (key !== null) continue
		if (roles.has(role)) {
			met.add(role)
			continue
		}
		for (const statement of statements) {
			const names = namesOf(statement)
			const known = names.filter((name) => listed.has(name))
			for (const name of known) met.add(name)
			// A statement that names nothing of ours reads the catalogue, takes a lock or ends the transaction.
			if (names.length > 0 && known.length === 0 && !isOfTest(statement)) unlisted.add(`${role}: ${names.join(' ')}`)
		}
	}
	return { unlisted: [...unlisted].sort(), met }
}

/** Entries of the list that no statement needed. */
export const unneededEntries = (met: ReadonlySet<string>): string[] =>
	[...roles, ...listed].filter((name) => !met.has(name))
