import { buffer } from 'node:stream/consumers'
import type { Deps } from '#platform/deps.ts'
import { readQuery, service } from '#product/run-query.ts'
import { type PictureName, type StoredPicture, storedPictures } from './queries.ts'

/** Larger files are no pictures that we stored. */
const maxBytes = 25 * 1024 * 1024
const address = /^(\/media|\/storage\/v1\/object\/public\/brand)\/([^?#]+)$/

/** Finds the files of our own at addresses that pages use; undefined for an address of another site. */
export async function findPictures(
	db: Deps['db'],
	addresses: readonly (string | null)[],
): Promise<(StoredPicture | undefined)[]> {
	const names = addresses.map(pictureName)
	const wanted = names.filter((name) => name !== null)
	if (wanted.length === 0) return names.map(() => undefined)
	// Who may see them was decided when the card was read.
	const rows = await readQuery<StoredPicture>(db, service, storedPictures(wanted))
	return names.map((name) =>
		rows.find((row) => row.name === name?.name && (row.bucket_id === 'brand') === name.isBrand),
	)
}

/** A picture that has disappeared is left out. */
export async function readPicture(files: Deps['files'], picture: StoredPicture | undefined): Promise<Buffer | null> {
	if (!picture || picture.bytes > maxBytes) return null
	const stream = await files.read(picture.version)
	return stream ? buffer(stream) : null
}

function pictureName(url: string | null): PictureName | null {
	const [, place, path] = address.exec(url ?? '') ?? []
	if (!place || !path) return null
	try {
		return { isBrand: place !== '/media', name: path.split('/').map(decodeURIComponent).join('/') }
	} catch {
		return null
	}
}
