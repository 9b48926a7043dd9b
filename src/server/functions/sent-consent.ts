import type { ConsentScope } from '#shared/rows.ts'
import { asObject, type Problems, refuseUnknown, text } from './sent-fields.ts'

const scopes: readonly ConsentScope[] = ['public', 'anonymous', 'private']

/** What somebody says of a consent, its wording not yet judged; undefined when it does not say how the words may be used. */
export function readScope(
	value: unknown,
	problems: Problems,
): { scope: ConsentScope; wording: unknown } | undefined {
	const given = asObject(value)
	const scope = scopes.find((one) => one === given?.scope)
	if (!given || !scope) {
		problems.consent = 'Say how the words may be used: scope public, anonymous or private.'
		return undefined
	}
	refuseUnknown(given, new Set(['scope', 'wording']), 'consent.', problems)
	return { scope, wording: given.wording }
}

/** The consent text that somebody agreed to, to the letter: it is evidence, and nothing of it is mended. */
export function readWording(value: unknown, problems: Problems): string {
	const empty = 'Repeat the text that was agreed to, such as the consent text of the form.'
	const rule = { most: 2000, least: 1, lines: true, empty }
	text('consent.wording', value ?? '', problems, rule)
	return typeof value === 'string' ? value : ''
}
