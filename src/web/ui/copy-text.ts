import { toast } from 'sonner'

/** Copies text; where the browser refuses, says how to do without. @returns whether it is copied */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		toast('The browser did not let us copy. Select the text and copy it by hand.')
		return false
	}
}
