import { RestProblem } from './problem.ts'

/** The `Prefer` header (data.md §2.4). Absent = not said. */
export type Preferences = {
	resolution?: 'merge-duplicates' | 'ignore-duplicates'
	missing?: 'default' | 'null'
	return?: 'minimal' | 'headers-only' | 'representation'
	count?: 'exact' | 'planned' | 'estimated'
	tx?: 'commit' | 'rollback'
	handling?: 'strict' | 'lenient'
	timezone?: string
	maxAffected?: number
}

const none: Preferences = Object.freeze({})
const choices: Record<string, readonly string[]> = {
	resolution: ['merge-duplicates', 'ignore-duplicates'],
	missing: ['default', 'null'],
	return: ['minimal', 'headers-only', 'representation'],
	count: ['exact', 'planned', 'estimated'],
	tx: ['commit', 'rollback'],
	handling: ['strict', 'lenient'],
}

/**
 * Reads the preferences. The first value of a kind wins; header lines arrive joined by commas.
 * @param allowTx false ignores `tx=…`
 * @throws RestProblem PGRST122 when `handling=strict` comes with something unknown
 */
export function readPrefer(header: string | null, allowTx: boolean): Preferences {
	if (!header) return none
	const found: Record<string, string | number> = {}
	const unknown: string[] = []
	for (const token of header.split(',')) {
		const text = token.trim()
		if (text === '') continue
		const [, name = '', value = ''] = /^([a-z-]+)=(.*)$/s.exec(text) ?? []
		if (name === 'timezone' && value) found.timezone ??= value
		else if (name === 'max-affected' && /^\d{1,15}$/.test(value))
			found.maxAffected ??= Number(value)
		else if (Object.hasOwn(choices, name) && choices[name]?.includes(value)) found[name] ??= value
		else unknown.push(text)
	}
	if (!allowTx) delete found.tx
	if (found.handling === 'strict' && unknown.length > 0)
		throw new RestProblem(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
			details: `Invalid preferences: ${unknown.join(', ')}`,
		})
	return found as Preferences
}

/** The kinds of preference that an answer may claim to have applied, in the order of the wire. */
const order = [
	'resolution',
	'missing',
	'return',
	'count',
	'tx',
	'handling',
	'timezone',
	'maxAffected',
] as const

/** The `Preference-Applied` header, naming those of `applicable` that were given. */
export function appliedPreferences(
	preferences: Preferences,
	applicable: readonly (keyof Preferences)[],
): string | undefined {
	if (preferences === none) return undefined
	const tokens = order
		.filter((kind) => applicable.includes(kind) && preferences[kind] !== undefined)
		.filter((kind) => kind !== 'maxAffected' || preferences.handling === 'strict')
		.map((kind) => `${kind === 'maxAffected' ? 'max-affected' : kind}=${preferences[kind]}`)
	return tokens.length > 0 ? tokens.join(', ') : undefined
}
