/**
 * The form post of the dialog "Add a testimonial" to `POST /functions/v1/testimonial` (multipart/form-data, the token of an
 * editor or owner). The answer is 201 `{id}`; the same id again adds nothing and is answered alike.
 *
 * | name | value |
 * | --- | --- |
 * | space_id | the space |
 * | id | uuid, new for each testimonial |
 * | body, name | the words as they were written, and who wrote them |
 * | headline | the testimonial's own title; may be empty |
 * | title, company, url | about the author; may be empty |
 * | rating | `1` to `5`, or empty for none |
 * | origin, source_url | where it comes from, in words and as a link; may be empty |
 * | said_on | the day, YYYY-MM-DD; empty means today |
 * | locale | a language tag; empty means that of the space |
 * | may_publish | `yes` when the author agreed; else only members may read it |
 * | tags | ids of tags of the space, separated by commas |
 * | photo | file, a picture beside the words |
 * | avatar | file, the author's portrait |
 */
export const addedFields = [
	'space_id',
	'id',
	'headline',
	'body',
	'rating',
	'name',
	'title',
	'company',
	'url',
	'origin',
	'source_url',
	'said_on',
	'locale',
	'may_publish',
	'tags',
] as const

/** The name of a field of that form post. */
export type AddedField = (typeof addedFields)[number]

/** Most characters of the free text about where a testimonial comes from. */
export const maxOriginLength = 500
