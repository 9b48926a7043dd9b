const ownedByServer = new Set([
	'form',
	'locale',
	'proof',
	'idempotency_key',
	'website',
	'consent_asked',
])

/** What a person entered, by field name; files apart. Empty fields are left out. */
export function readForm(form: HTMLFormElement): {
	values: Record<string, string>
	files: Record<string, File>
} {
	const values: Record<string, string> = {}
	const files: Record<string, File> = {}
	for (const [name, value] of new FormData(form)) {
		if (typeof value !== 'string') {
			// A field without a file says so by a file without a name; an empty file has one.
			if (value.name !== '') files[name] = value
		} else if (value !== '' && !ownedByServer.has(name)) values[name] = value
	}
	return { values, files }
}

/** Puts kept values back into fields that are still untouched, and tells whoever listens to them. */
export function fillForm(
	form: HTMLFormElement,
	values: Record<string, string>,
	files: Record<string, File> = {},
): void {
	for (const element of form.elements) {
		if (element instanceof HTMLTextAreaElement) fillText(element, values[element.name])
		if (!(element instanceof HTMLInputElement) || ownedByServer.has(element.name)) continue
		const value = values[element.name]
		const file = files[element.name]
		if (element.type === 'file') fillFile(element, file)
		else if (element.type === 'radio' || element.type === 'checkbox') {
			if (value === element.value && !element.checked && !isTouched(form, element.name)) {
				element.checked = true
				announce(element, 'input')
			}
		} else if (element.type !== 'hidden') fillText(element, value)
	}
}

/** Whether somebody has chosen since the page came: a choice that is older must not replace theirs. */
function isTouched(form: HTMLFormElement, name: string): boolean {
	const choices = form.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
	return [...choices].some(({ checked, defaultChecked }) => checked !== defaultChecked)
}

function fillText(element: HTMLTextAreaElement | HTMLInputElement, value: string | undefined) {
	if (!value || element.value) return
	element.value = value
	announce(element, 'input')
}

function fillFile(element: HTMLInputElement, file: File | undefined) {
	if (file && !element.files?.length) putFile(element, file)
}

/** Makes `file` the one that an input has, as if it had been chosen. */
export function putFile(element: HTMLInputElement, file: File): void {
	const carrier = new DataTransfer()
	carrier.items.add(file)
	element.files = carrier.files
	announce(element, 'change')
}

function announce(element: HTMLElement, kind: 'input' | 'change') {
	element.dispatchEvent(new Event(kind, { bubbles: true }))
}

/** Whether a person has written or chosen anything that would be missed. */
export function isWorthKeeping(values: Record<string, string>, files: Record<string, File>) {
	const written = Object.keys(values).some((name) => name !== 'kind' && name !== 'scope')
	return written || Object.keys(files).length > 0
}
