/** A sentence whose placeholders are isolated, as names may run in the other direction. */
export function FilledText({ text, values }: { text: string; values: Readonly<Record<string, string>> }) {
	return text.split(/\{(\w+)\}/).map((part, at) =>
		// Every second part is the name of a placeholder.
		at % 2 === 0 ? part : <bdi key={part}>{values[part]}</bdi>,
	)
}
