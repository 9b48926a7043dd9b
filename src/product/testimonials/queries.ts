import { sql } from '#platform/pg/sql.ts'

/** A file of a testimonial; row-level security hides it from callers who may not see it. */
export const mediaObject = (path: string) => sql`
	select version, updated_at, metadata from storage.objects where bucket_id = 'photos' and name = ${path}`
