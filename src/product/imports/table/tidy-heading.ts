const maxHeading = 100

/** A heading as it is stored and shown. */
export function tidyHeading(text: string): string {
	return text
		.slice(0, 400)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim()
		.slice(0, maxHeading)
		.toWellFormed()
}
