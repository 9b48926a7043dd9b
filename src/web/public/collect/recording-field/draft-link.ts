import { readForm } from '#web/public/collect/draft/form-values.ts'

const mark = '#draft='
/** Longer addresses are cut off by some apps on their way to the browser. */
const maxLength = 6000

/**
 * Address of the form's own page for another browser of the device, with the draft's words behind `#`, which no server and no log gets to
 * see. Words that are too long for an address stay here.
 */
export function makeDraftLink(form: HTMLFormElement | null): string {
	const page = new URL(location.href)
	page.hash = ''
	for (const name of ['embed', 'theme']) page.searchParams.delete(name)
	return page.href + (form ? encodeDraft(readForm(form).values) : '')
}

/** The part of an address with a draft, from `#` on; empty when there is nothing to carry or too much. */
export function encodeDraft(values: Record<string, string>): string {
	// Consent is given where it is sent.
	const { consent, ...carried } = values
	if (Object.keys(carried).length === 0) return ''
	const bytes = new TextEncoder().encode(JSON.stringify(carried))
	const hash =
		mark +
		btoa(String.fromCharCode(...bytes))
			.replaceAll('+', '-')
			.replaceAll('/', '_')
			.replaceAll('=', '')
	return hash.length > maxLength ? '' : hash
}

/** The draft that the page's address carries; the address loses it at once. */
export function takeDraftLink(): Record<string, string> {
	const values = decodeDraft(location.hash)
	history.replaceState(null, '', location.pathname + location.search)
	return values
}

/** The values in the hash of an address; none when it carries no draft or a damaged one. */
export function decodeDraft(hash: string): Record<string, string> {
	if (!hash.startsWith(mark) || hash.length > maxLength) return {}
	try {
		const text = atob(hash.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/'))
		const found: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (c) => c.charCodeAt(0))))
		const entries = Object.entries(found as object).filter(([, value]) => typeof value === 'string')
		return Object.fromEntries(entries)
	} catch {
		return {}
	}
}
