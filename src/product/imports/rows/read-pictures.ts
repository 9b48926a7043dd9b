import { short } from '#product/imports/values/parse-stars.ts'
import { resolvePicture, splitPictures } from '#product/imports/values/split-pictures.ts'
import { submissionLimits } from '#shared/form/submission-api.ts'
import type { CellReader } from './row-cells.ts'
import type { Notes } from './row-notes.ts'
import type { RowPicture } from './row-types.ts'

/** Pictures of one testimonial. */
const mostPictures = 10

/** Reads the addresses of the pictures of a row: at most one portrait, and several others. */
export function readPictures(
	cellsOf: CellReader,
	cells: readonly string[],
	base: string | null,
	notes: Notes,
): RowPicture[] {
	const pictures: RowPicture[] = []
	for (const role of ['avatar', 'photo'] as const)
		for (const { heading, text } of cellsOf.read(cells, role))
			for (const part of splitPictures(text)) {
				const url = resolvePicture(part, base)
				const reason =
					url === undefined || url.length > submissionLimits.url
						? `“${short(part)}” is not a web address.`
						: excessOf(pictures, role)
				if (url === undefined || reason !== undefined) notes.leaveOut(heading, part, reason ?? '')
				else if (!pictures.some((picture) => picture.role === role && picture.url === url)) {
					if (base !== null && resolvePicture(part, null) === undefined)
						notes.add('relative_address', heading, part, url)
					pictures.push({ role, url })
				}
			}
	return pictures
}

function excessOf(pictures: readonly RowPicture[], role: RowPicture['role']): string | undefined {
	if (role === 'avatar' && pictures.length > 0) return 'There is a portrait already.'
	return pictures.length >= mostPictures ? `A row has at most ${mostPictures} pictures.` : undefined
}
