import { resolvePicture } from '#product/imports/pictures/resolve-picture.ts'
import { short } from '#product/imports/values/parse-stars.ts'
import { splitPictures } from '#product/imports/values/split-pictures.ts'
import type { CellReader } from './row-cells.ts'
import type { Notes } from './row-notes.ts'
import type { RowPicture } from './row-types.ts'

/** Pictures of one testimonial. */
const mostPictures = 10

/** Reads the addresses of the pictures of a row: at most one portrait, and several others. */
export function readPictures(cellsOf: CellReader, cells: readonly string[], base: string | null, notes: Notes): RowPicture[] {
	const pictures: RowPicture[] = []
	for (const role of ['avatar', 'photo'] as const)
		for (const { heading, text } of cellsOf.read(cells, role))
			for (const part of splitPictures(text)) {
				const url = resolvePicture(part, base)
				if (url === undefined) notes.leaveOut(heading, part, `“${short(part)}” is not a web address.`)
				else if (pictures.length >= mostPictures || (role === 'avatar' && pictures.length > 0))
					notes.leaveOut(heading, part, role === 'avatar' ? 'There is a portrait already.' : `A row has at most ${mostPictures} pictures.`)
				else if (!pictures.some((picture) => picture.role === role && picture.url === url)) {
					if (base !== null && !/^\s*(https?:)?\/\//i.test(part) && url.startsWith(new URL(base).origin))
						notes.add('relative_address', heading, part, url)
					pictures.push({ role, url })
				}
			}
	return pictures
}
