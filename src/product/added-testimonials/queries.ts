import { type Query, sql } from '#platform/pg/sql.ts'
import type { PictureRow } from '#product/testimonials/picture-store.ts'
import type { AddedTestimonial } from './parse-added.ts'

/** True when the caller may add to a space: `may_edit`. */
export const mayEditSpace = (space: string): Query => sql`
	select ${space}::uuid = any (private.spaces_for('editor', 'submissions:write')) as may_edit`

/** Adds what a member typed in; the outcome is `added`, or `replayed` for an id that is there. */
export const addTestimonial = ({ spaceId, id, words, tags }: AddedTestimonial, pictures: PictureRow[]): Query => sql`
	select private.add_testimonial(${spaceId}, ${id}, ${JSON.stringify(words)}, ${tags},
		${pictures.length > 0 ? JSON.stringify(pictures) : null}) as outcome`
