import { longestSide } from '#shared/picture-sides.ts'
import { putFile } from './form-values.ts'

/** More than this takes long to send from a phone, and most of it would not be kept. */
const enough = 2_000_000
const tried = new Set<string>()
// An input gives back other objects than it was given.
const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
const underway = new Set<Promise<void>>()

/** Resolves when every picture that is being made smaller is ready to be sent; undefined where there is none. */
export const fitted = () => (underway.size > 0 ? Promise.all(underway) : undefined)

/** Whether a picture should be made smaller before anything is said about its size. */
export const isLarge = (file: File) =>
	file.size > enough && !tried.has(nameOf(file)) && /^image\/(jpeg|png|webp)$/.test(file.type)

// By the page's word: what the builder adds to an import that it follows weighs more than all of this.
const drawer = (): Promise<typeof import('./fit-client.ts')> =>
	import(
		/* @vite-ignore */ document.querySelector<HTMLMetaElement>('meta[name=fit]')?.content ?? ''
	)

/** Puts a smaller picture in the place of a large one and tells whoever listens; its code comes only now. */
export function fitField(input: HTMLInputElement, file: File, bytes: number): void {
	const work = drawer()
		.then(({ fitPicture }) =>
			fitPicture(file, { bytes, side: longestSide[input.name as keyof typeof longestSide] }),
		)
		.catch(() => file)
		.then((smaller) => {
			underway.delete(work)
			tried.add(nameOf(smaller))
			// Meanwhile another one may have been chosen.
			if (input.files?.[0] === file) putFile(input, smaller)
		})
	underway.add(work)
}
