/** Limits of a picture: bytes, and pixels along its longer side. */
export type SizeLimit = { bytes: number; side: number }

type Encoding = [type: 'image/png' | 'image/jpeg', quality?: number]
const jpegs: Encoding[] = [0.9, 0.8, 0.65, 0.5].map((quality) => ['image/jpeg', quality])
const minSide = 256

/**
 * Redraws a picture within the limits: rotated by its EXIF orientation, without other metadata. Transparency is kept
 * while it fits.
 * @returns the smaller file, or the given one where this browser cannot decode it
 */
export async function resizePicture(file: File, { bytes, side }: SizeLimit): Promise<File> {
	const picture = await createImageBitmap(file).catch(() => null)
	if (!picture) return file
	const isLossless = /^image\/(png|webp)$/.test(file.type)
	const ways = isLossless ? [['image/png'] satisfies Encoding, ...jpegs] : jpegs
	// A kind of picture that is not sent as it is may grow.
	const most = isLossless || file.type === 'image/jpeg' ? Math.min(bytes, file.size) : bytes
	try {
		for (let longest = side; longest >= minSide; longest /= 2)
			for (const [type, quality] of ways) {
				const blob = await draw(picture, longest, type).convertToBlob({ type, quality })
				if (blob.size <= most) return toFile(blob, file)
			}
	} catch {
		// Not enough memory here; the server may have some.
	} finally {
		picture.close()
	}
	return file
}

function draw(picture: ImageBitmap, longest: number, type: Encoding[0]): OffscreenCanvas {
	const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
	const [width, height] = [picture.width, picture.height].map((pixels) => Math.max(1, Math.round(pixels * scale))) as [
		number,
		number,
	]
	const canvas = new OffscreenCanvas(width, height)
	const pen = canvas.getContext('2d')
	if (!pen) throw new Error('There is nothing to draw with.')
	if (type === 'image/jpeg') {
		pen.fillStyle = '#fff'
		pen.fillRect(0, 0, width, height)
	}
	pen.imageSmoothingQuality = 'high'
	pen.drawImage(picture, 0, 0, width, height)
	return canvas
}

function toFile(blob: Blob, { name }: File): File {
	const ending = blob.type === 'image/png' ? 'png' : 'jpg'
	return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type })
}
