/**
 * The form post of the page /collect/{slug} to `POST /functions/v1/submit` (multipart/form-data). The page's script sends
 * it with `Accept: application/json` and the header `Idempotency-Key` and gets the answer of the JSON call; without a
 * script the answer is 303 to `/t/{token}?sent`, or the page again with status 422, 413, 429, 404 and all values.
 *
 * | name | value |
 * | --- | --- |
 * | form, kind, body, rating, locale | as in the JSON call; an absent rating is none |
 * | headline | the testimonial's own title; `title` is that of the author |
 * | proof | as in the JSON call; it also dates the consent text that the page showed |
 * | name, title, company, url, email | the author; also as `author[name]` or `author.name` |
 * | answer_{question id} | one answer |
 * | answer_{question id}.{n} | one of several choices; a hand-made form may repeat `answer_{question id}` instead |
 * | answer_{question id}.day, .month, .year | the parts of a date, as numbers |
 * | consent | `yes` when ticked, else absent: scope `private`; or the scope itself |
 * | consent_asked | the consent text beside the box; the box is not ticked again under another text |
 * | scope | `public` or `anonymous`; ignored without consent |
 * | invitation | the token of a personal link |
 * | order, sig | a signed order reference |
 * | account | a provider's statement about the visitor's account, as the page sealed it |
 * | idempotency_key | uuid; the header wins |
 * | website | hidden trap of earlier pages, which a person leaves empty; a page gives its own a name of its form's own |
 * | photo | file, the picture of kind `photo` |
 * | avatar | file, the author's portrait |
 * | media | id of the upload of kind `video` or `audio` |
 * | cover | the second that the poster of a video shows |
 */
export const postedFields = [
	'form',
	'kind',
	'headline',
	'body',
	'media',
	'cover',
	'rating',
	'locale',
	'proof',
	'name',
	'title',
	'company',
	'url',
	'email',
	'consent',
	'consent_asked',
	'scope',
	'invitation',
	'order',
	'sig',
	'account',
	'idempotency_key',
	'website',
] as const
export const answerPrefix = 'answer_'
/** The parts of a date, each in a field of its own. */
export const dateParts = ['day', 'month', 'year'] as const
export const postedFiles = ['photo', 'avatar'] as const

/** A refused form that is shown again: `values` by posted name, `fields` as in the error. */
export type RedisplayedForm = {
	slug: string
	status: number
	values: Readonly<Record<string, string>>
	fields: Readonly<Record<string, string>>
	/** Shown above the form when no single field is wrong. */
	message: string | null
	/** Without a script, a busy form asks to wait: `text` is the ticket that counts then. */
	wait?: { text: string; seconds: number } | null
}
