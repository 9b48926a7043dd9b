/** A stored object: a logo in the bucket `brand`, else a picture of a testimonial. */
export type PictureName = { isBrand: boolean; name: string }

const address = /^(\/media|\/storage\/v1\/object\/public\/brand)\/([^?#]+)$/

/** The object at an address that pages use; null for an address of another site. */
export function pictureName(url: string | null): PictureName | null {
	const [, place, path] = address.exec(url ?? '') ?? []
	if (!place || !path) return null
	try {
		return { isBrand: place !== '/media', name: path.split('/').map(decodeURIComponent).join('/') }
	} catch {
		return null
	}
}
