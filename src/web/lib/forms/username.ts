/** Error text for a username, or undefined: 3 to 30 of `a-z0-9_-`. */
export function usernameError(username: string): string | undefined {
	if (!username) return 'Choose a username.'
	if (/\s/.test(username)) return 'A username has no spaces.'
	if (/[A-Z]/.test(username)) return 'A username has small letters only.'
	if (/[^a-z0-9_-]/.test(username)) return 'Only letters a to z, digits, dashes and underscores.'
	if (username.length < 3) return 'At least 3 characters.'
	if (username.length > 30) return 'At most 30 characters.'
	return undefined
}

/** A valid username derived from input (a name, an address), or an empty string. */
export function suggestUsername(text: string): string {
	const plain = (text.split('@')[0] ?? '')
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9_-]+/g, '-')
		.slice(0, 30)
		.replace(/^[-_]+|[-_]+$/g, '')
	return plain.length < 3 ? '' : plain
}
