const maxUnresizedBytes = 2_000_000
const maxBytes = 10_000_000

/**
 * A large picture is resized before upload; one that cannot be is sent unchanged.
 * @param side most pixels along the longer side
 */
export const resizeIfLarge = async (file: File, side: number): Promise<File> => {
	if (file.size <= maxUnresizedBytes || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file
	return import('./resize-picture.ts')
		.then(({ resizePicture }) => resizePicture(file, { bytes: maxBytes, side }))
		.catch(() => file)
}
