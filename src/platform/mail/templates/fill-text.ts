import { isolate } from './text-direction.ts'

/**
 * Fills the placeholders `{name}` of a text.
 * @param isolates whether inserted values keep their own direction, as in right-to-left text
 * @param sameLanguage names of values in the text's own language, which need no isolation
 * @throws Error when a value that the text names is missing
 */
export function fillText(
	text: string,
	values: Record<string, string | undefined>,
	isolates: boolean,
	sameLanguage: readonly string[] = [],
): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = values[name]
		if (value === undefined) throw new Error(`this mail needs ${name}`)
		return isolates && !sameLanguage.includes(name) ? isolate(value) : value
	})
}
