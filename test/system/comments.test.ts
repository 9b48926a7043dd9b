import { expect, it } from 'vitest'
import { repositorySources } from '#test/support/repository-sources.ts'

/** Sources with comments that may be reworded, which shipped migrations and the baseline of the schema may not be; this file quotes bad ones. */
const sources = /^(?!db\/(?:migrations|schema)\/|test\/system\/comments\.test\.ts$).*\.(?:ts|tsx|mjs|css|sql)$/
/** The beginning of a comment in TypeScript, CSS or SQL, also where it shares its line with code. */
const start = String.raw`(?:/\*\*?|(?<![:'"\`])//|^\s*--|^\s*\*) `
const withoutSubject = new RegExp(`${start}(?:What|Whether|How|By|Of|To|In|Whoever) `)
const archaic = new RegExp(`${start}.*\\b(?:whoever|nobody|somebody|anew|for ever|by whom)\\b`, 'i')
/** The account `nobody` of Debian is a name. */
const isAllowed = (line: string) => line.includes('`nobody`')

function findComments(rule: RegExp, files: ReadonlyMap<string, string>): string[] {
	return [...files].flatMap(([file, text]) =>
		text
			.split('\n')
			.flatMap((line, index) => (rule.test(line) && !isAllowed(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
	)
}

it('every comment begins with its subject', () => {
	expect(findComments(withoutSubject, repositorySources(sources))).toEqual([])
})

it('no comment uses an archaic word', () => {
	expect(findComments(archaic, repositorySources(sources))).toEqual([])
})

it.each([
	'/** What a page shows. */',
	'const a = 1 // Whether it is open.',
	'\t * How many items fit.',
	'-- Of two rows, the later one counts.',
])('%s is detected as a comment without a subject', (line) => {
	expect(findComments(withoutSubject, new Map([['src/x.ts', line]]))).toEqual([`src/x.ts:1 ${line.trim()}`])
})

it.each([
	"const url = 'https://example.com/ How '",
	'/** The page that visitors see. */',
	'-- Deletes rows in the order of their ids.',
])('%s is accepted', (line) => {
	expect(findComments(withoutSubject, new Map([['src/x.ts', line]]))).toEqual([])
})
