import { sql } from '#platform/pg/sql.ts'

/** A stored object: a logo in the bucket `brand`, else a picture of a testimonial. */
export type PictureName = { isBrand: boolean; name: string }

export type StoredPicture = { bucket_id: string; name: string; version: string; bytes: number }

/** Logos of spaces and pictures of testimonials, past row-level security. */
export const storedPictures = (pictures: readonly PictureName[]) => sql`
	select bucket_id, name, version, coalesce((metadata ->> 'size')::int, 0) as bytes from storage.objects
	where bucket_id = 'brand' and name = any (${pictures.filter(({ isBrand }) => isBrand).map(({ name }) => name)}::text[])
	or bucket_id in ('photos', 'recordings')
		and name = any (${pictures.filter(({ isBrand }) => !isBrand).map(({ name }) => name)}::text[])`
