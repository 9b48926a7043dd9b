/** Replaces the `{name}` placeholders of a sentence; one without a value becomes empty. */
export function interpolate(sentence: string, values: Readonly<Record<string, string | number>>): string {
	return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The table of a locale's language; undefined when it is not translated. */
export function findMessages<Messages>(
	tables: Readonly<Record<string, Messages>>,
	locale: string | null,
): Messages | undefined {
	const language = (locale ?? '').toLowerCase().split(/[-_]/, 1)[0] ?? ''
	return Object.hasOwn(tables, language) ? tables[language] : undefined
}
