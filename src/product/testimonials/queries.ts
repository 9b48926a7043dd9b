import { sql } from '#platform/pg/sql.ts'

/** A file of a testimonial; row-level security hides it from callers who may not see it. */
export const mediaObject = (path: string) => sql`
	select version, updated_at, metadata from storage.objects
	where bucket_id in ('photos', 'recordings') and name = ${path}`

/** The same without row-level security: a photo, or what visitors get of a recording, never its original. */
export const signedMediaObject = (path: string, space: string, testimonial: string) => sql`
	select o.version, o.updated_at, o.metadata from storage.objects o
	where o.name = ${path} and (o.bucket_id = 'photos' or o.bucket_id = 'recordings' and exists (
		select from public.media m
		where m.space_id = ${space}::uuid and m.testimonial_id = ${testimonial}::uuid and o.name in (m.path, m.poster_path)))`

/** The same without row-level security; drafts are never shown. */
export const signedCaptions = (path: string, space: string, testimonial: string) => sql`
	select vtt, updated_at from public.captions
	where space_id = ${space}::uuid and testimonial_id = ${testimonial}::uuid and path = ${path} and not is_draft`

/** Captions as WebVTT, while their testimonial is public. */
export const publicCaptions = (path: string) => sql`select vtt, updated_at from private.public_captions(${path})`

/** A public testimonial with its space and what its walls allow; null when it is not public. */
export const testimonialPage = (id: string) => sql`select private.testimonial_page(${id}) as page`
