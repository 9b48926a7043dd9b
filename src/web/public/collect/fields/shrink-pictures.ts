import { maxPictureSide } from '#shared/look/picture-sizes.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'
import { resizePicture } from '#web/ui/pictures/resize-picture.ts'

// One chunk for all that is done with large pictures.
export { resizePicture }

/** Bytes of all pictures together for a proxy that takes no larger body. The limit of nginx is 1 MiB by default. */
const totalsBelowLimits = [900_000, 400_000]

/**
 * Makes the pictures of a form smaller, after a proxy refused them.
 * @param text says so below the form
 * @returns whether any became smaller
 */
export async function shrinkPictures(form: HTMLFormElement, text: string): Promise<boolean> {
	const inputs = [...form.querySelectorAll<HTMLInputElement>('[type=file][name]')]
	const pictures = inputs.flatMap((input) => (input.files?.[0] ? [{ input, file: input.files[0] }] : []))
	const total = pictures.reduce((sum, { file }) => sum + file.size, 0)
	const bytes = totalsBelowLimits.find((most) => most < total)
	if (!bytes) {
		hideStatus()
		return false
	}
	let isSmaller = false
	for (const { input, file } of pictures) {
		const limit = { bytes: bytes / pictures.length, side: maxPictureSide[input.name as keyof typeof maxPictureSide] }
		const smaller = await resizePicture(file, limit)
		if (smaller.size >= file.size) continue
		isSmaller = true
		setInputFile(input, smaller)
	}
	if (isSmaller) showStatus(form, text)
	else hideStatus()
	return isSmaller
}

/** Takes the pictures out of a form, and chooses text instead of a photo. */
export function dropPictures(form: HTMLFormElement): void {
	for (const input of form.querySelectorAll<HTMLInputElement>('[type=file][name]')) {
		if (!input.files?.length) continue
		input.value = ''
		input.dispatchEvent(new Event('change', { bubbles: true }))
	}
	if (form.querySelector('#k-photo:checked')) form.querySelector<HTMLInputElement>('#k-text')?.click()
}

const statusId = 'smaller-sent'
const hideStatus = () => document.getElementById(statusId)?.remove()

/** Says it once, however often pictures become smaller. */
function showStatus(form: HTMLFormElement, text: string): void {
	hideStatus()
	const status = document.createElement('p')
	status.id = statusId
	status.className = 'hint'
	status.role = 'status'
	form.append(status)
	status.textContent = text
}
