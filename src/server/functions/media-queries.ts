import { sql } from '#server/pg/sql.ts'

/** A file of a testimonial, if whoever asks may see it. */
export const mediaObject = (path: string) => sql`
	select version, updated_at, metadata from storage.objects where bucket_id = 'photos' and name = ${path}`
