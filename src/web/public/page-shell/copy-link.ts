/**
 * Copies what stands in a field. Over plain HTTP, where many run this at home, browsers have no clipboard to write to:
 * there the selected text is copied the old way. @returns whether it is copied
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
