/** Hidden fields are for the server, and the trap is for programs. Some stand outside the form. */
const isServerField = (name: string) => document.querySelector(`:is([type=hidden],.trap)[name="${name}"]`)

/**
 * The values a person entered, by field name, and the files. Empty fields are left out, and those that still have their value of
 * `prefilled`.
 */
export function readForm(
	form: HTMLFormElement,
	prefilled: Readonly<Record<string, string>> = {},
): {
	values: Record<string, string>
	files: Record<string, File>
} {
	const values: Record<string, string> = {}
	const files: Record<string, File> = {}
	for (const [name, value] of new FormData(form)) {
		if (typeof value !== 'string') {
			// An empty file input yields a file without a name; an empty file has one.
			if (value.name !== '') files[name] = value
		} else if (value && value !== prefilled[name] && !isServerField(name)) values[name] = value
	}
	return { values, files }
}

/** Restores values into untouched fields, which are empty or `prefilled`, and dispatches their input events. */
export function fillForm(
	form: HTMLFormElement,
	values: Record<string, string>,
	files: Record<string, File> = {},
	prefilled: Readonly<Record<string, string>> = {},
): void {
	for (const element of form.elements) {
		if (element instanceof HTMLTextAreaElement) fillText(element, values[element.name], '')
		if (!(element instanceof HTMLInputElement) || isServerField(element.name)) continue
		const value = values[element.name]
		const file = files[element.name]
		if (element.type === 'file') {
			if (file && !element.files?.length) setInputFile(element, file)
		} else if (element.type === 'radio' || element.type === 'checkbox') {
			if (value === element.value && !element.checked && !isTouched(form, element.name)) {
				element.checked = true
				dispatch(element, 'input')
			}
		} else if (element.type !== 'hidden') fillText(element, value, prefilled[element.name])
	}
}

/** True when a choice was made since the page loaded: an older one must not replace it. */
function isTouched(form: HTMLFormElement, name: string): boolean {
	const choices = form.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
	return [...choices].some(({ checked, defaultChecked }) => checked !== defaultChecked)
}

function fillText(
	element: HTMLTextAreaElement | HTMLInputElement,
	value: string | undefined,
	untouched: string | undefined,
) {
	if (!value || (element.value && element.value !== untouched)) return
	element.value = value
	dispatch(element, 'input')
}

/** Sets the file of an input, as if it had been chosen. */
export function setInputFile(element: HTMLInputElement, file: File): void {
	const carrier = new DataTransfer()
	carrier.items.add(file)
	element.files = carrier.files
	dispatch(element, 'change')
}

function dispatch(element: HTMLElement, kind: 'input' | 'change') {
	element.dispatchEvent(new Event(kind, { bubbles: true }))
}

/** True when the form holds input worth keeping. */
export function hasContent(values: Record<string, string>, files: Record<string, File>) {
	const written = Object.keys(values).some((name) => name !== 'kind' && name !== 'scope')
	return written || Object.keys(files).length > 0
}
