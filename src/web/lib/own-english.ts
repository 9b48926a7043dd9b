/** The interface speaks English; the reader's own English decides how dates, numbers and lists look. */
export function ownEnglish(): string {
	const own = typeof navigator === 'undefined' ? 'en' : navigator.language
	return own.startsWith('en') ? own : 'en'
}
