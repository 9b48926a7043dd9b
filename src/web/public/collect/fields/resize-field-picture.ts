import { maxPictureSide } from '#shared/picture-sizes.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'
import { isHeic } from '#web/public/collect/submit/validate-form.ts'

/** Larger files upload slowly from a phone, and most of their detail would be dropped. */
const maxUnresizedBytes = 2_000_000
const resizedFiles = new Set<string>()
// Keyed by name, size and date: an input returns other File objects than it was given.
const fileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
const pending = new Set<Promise<void>>()

/** Resolves when every picture has been resized; undefined where there is none. */
export const pendingResizes = () => (pending.size > 0 ? Promise.all(pending) : undefined)

/** Whether a picture should be drawn again before it is validated: a large one, or one that only some browsers open. */
export const isRedrawn = (file: File) =>
	!resizedFiles.has(fileKey(file)) &&
	(isHeic(file) || (file.size > maxUnresizedBytes && /^image\/(jpeg|png|webp)$/.test(file.type)))

/** Bytes of all pictures together for a proxy that takes no larger body. The limit of nginx is 1 MiB by default. */
const totalsBelowLimits = [900_000, 400_000]

/**
 * Makes the pictures of a form smaller, after a proxy refused them.
 * @returns whether any became smaller
 */
export async function shrinkPictures(form: HTMLFormElement): Promise<boolean> {
	const inputs = [...form.querySelectorAll<HTMLInputElement>('[type=file][name]')]
	const pictures = inputs.flatMap((input) => (input.files?.[0] ? [{ input, file: input.files[0] }] : []))
	const total = pictures.reduce((sum, { file }) => sum + file.size, 0)
	const bytes = totalsBelowLimits.find((most) => most < total)
	if (!bytes) return false
	const { resizePicture } = await import('#web/ui/pictures/resize-picture.ts')
	let isSmaller = false
	for (const { input, file } of pictures) {
		const limit = { bytes: bytes / pictures.length, side: maxPictureSide[input.name as keyof typeof maxPictureSide] }
		const smaller = await resizePicture(file, limit)
		if (smaller.size >= file.size) continue
		isSmaller = true
		setInputFile(input, smaller)
	}
	return isSmaller
}

/** Replaces a large picture with a smaller one and dispatches its events; the code is loaded on demand. */
export function resizeFieldPicture(input: HTMLInputElement, file: File, bytes: number): void {
	const work = import('#web/ui/pictures/resize-picture.ts')
		.then(({ resizePicture }) =>
			resizePicture(file, { bytes, side: maxPictureSide[input.name as keyof typeof maxPictureSide] }),
		)
		.catch(() => file)
		.then((smaller) => {
			pending.delete(work)
			resizedFiles.add(fileKey(smaller))
			// Another file may have been chosen meanwhile.
			if (input.files?.[0] === file) setInputFile(input, smaller)
		})
	pending.add(work)
}
