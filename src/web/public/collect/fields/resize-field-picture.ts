import { maxPictureSide } from '#shared/look/picture-sizes.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'
import { isHeic } from '#web/public/collect/submit/problem-texts.ts'

/** Larger files upload slowly from a phone, and most of their detail would be dropped. */
const maxUnresizedBytes = 2_000_000
const resizedFiles = new Set<string>()
// Keyed by name, size and date: an input returns other File objects than it was given.
const fileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
const pending = new Set<Promise<void>>()

/** Resolves when every picture has been resized; undefined where there is none. */
export const pendingResizes = () => (pending.size > 0 ? Promise.all(pending) : undefined)

/** True when a picture should be drawn again before it is validated: a large one, or one that only some browsers open. */
export const isRedrawn = (file: File) =>
	!resizedFiles.has(fileKey(file)) &&
	(isHeic(file) || (file.size > maxUnresizedBytes && /^image\/(jpeg|png|webp)$/.test(file.type)))

const load = () => import('./shrink-pictures.ts')

/** As `shrinkPictures` of the code that is loaded on demand; false where it cannot be loaded. */
export const shrinkPictures = (form: HTMLFormElement, text: string): Promise<boolean> =>
	load().then(
		(code) => code.shrinkPictures(form, text),
		() => false,
	)

/** As `dropPictures` of the same code. */
export const dropPictures = (form: HTMLFormElement): Promise<void> => load().then((code) => code.dropPictures(form))

/** Replaces a large picture with a smaller one and dispatches its events; the code is loaded on demand. */
export function resizeFieldPicture(input: HTMLInputElement, file: File, bytes: number): void {
	const work = load()
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
