/** The name to use in thanks: the first word of a full name, or all of it where one word would be half a name. */
export function firstName(name: string): string {
	const whole = name.trim()
	const first = whole.split(/\s+/)[0] ?? ''
	return first.endsWith('.') || /\p{Script=Arabic}/u.test(first) ? whole : first
}
