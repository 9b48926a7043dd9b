/**
 * Copies the value of a field. Over plain HTTP, common for self-hosting, browsers have no clipboard API: there the
 * selected text is copied with execCommand.
 * @returns whether it was copied
 */
export async function copyLink(field: HTMLInputElement): Promise<boolean> {
	field.select()
	try {
		await navigator.clipboard.writeText(field.value)
		return true
	} catch {
		return document.execCommand('copy')
	}
}
