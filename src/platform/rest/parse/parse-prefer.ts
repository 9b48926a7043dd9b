import { RestError } from '#platform/rest/errors.ts'

/** The `Prefer` header (https://docs.postgrest.org/en/stable/references/api/preferences.html). */
export type Preferences = { [Kind in keyof typeof choices]?: (typeof choices)[Kind][number] } & {
	timezone?: string
	maxAffected?: number
}

const none: Preferences = Object.freeze({})
const choices = {
	resolution: ['merge-duplicates', 'ignore-duplicates'],
	missing: ['default', 'null'],
	return: ['minimal', 'headers-only', 'representation'],
	count: ['exact', 'planned', 'estimated'],
	tx: ['commit', 'rollback'],
	handling: ['strict', 'lenient'],
} as const
const valuesByKind: Readonly<Record<string, readonly string[]>> = choices

/**
 * Parses the preferences. The first value of a kind wins.
 * @param allowTx false ignores `tx=…`
 * @throws RestError PGRST122 for an unknown preference with `handling=strict`
 */
export function parsePrefer(header: string | null, allowTx: boolean): Preferences {
	if (!header) return none
	const found: Record<string, string | number> = {}
	const unknown: string[] = []
	for (const token of header.split(',')) {
		const text = token.trim()
		if (text === '') continue
		const [, name = '', value = ''] = /^([a-z-]+)=(.*)$/s.exec(text) ?? []
		if (name === 'timezone' && value) found.timezone ??= value
		else if (name === 'max-affected' && /^\d{1,15}$/.test(value)) found.maxAffected ??= Number(value)
		else if (Object.hasOwn(choices, name) && valuesByKind[name]?.includes(value)) found[name] ??= value
		else unknown.push(text)
	}
	if (!allowTx) delete found.tx
	if (found.handling === 'strict' && unknown.length > 0)
		throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
			details: `Invalid preferences: ${unknown.join(', ')}`,
		})
	return found as Preferences
}

/** The order of `Preference-Applied`. */
const order = [...Object.keys(choices), 'timezone', 'maxAffected'] as (keyof Preferences)[]

/** The `Preference-Applied` header. */
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
