import { exampleSlug, exampleWording, type FunctionDescription } from '#product/openapi/function-description.ts'
import { object } from '#product/openapi/schema.ts'
import { bases, itemKinds } from '#shared/wall/wall.ts'

const string = { type: 'string' }
const text = { type: ['string', 'null'] }
const id = { type: 'string', format: 'uuid' }
const receiptHeader = { 'Receipt-Token': 'The last part of a `receipt_url`.' }

const wallItem = object({
	id,
	kind: { enum: itemKinds },
	locale: text,
	title: text,
	text: string,
	is_excerpt: { type: 'boolean' },
	rating: { type: ['integer', 'null'], minimum: 1, maximum: 5 },
	author: object({ name: string, title: text, company: text, url: text, avatar: { type: ['object', 'null'] } }),
	submitted_at: { type: 'string', format: 'date-time' },
	basis: { enum: [...bases, null] },
	source: object({ name: text, url: text }),
	reply: { type: ['object', 'null'] },
	reward: text,
	media: { type: ['object', 'null'] },
})

const receipt = object({ id, status: string, body: string, rating: { type: ['integer', 'null'] } })

/** Functions that need no account. */
export const visitorFunctions: Record<string, FunctionDescription> = {
	'GET /form': {
		summary: 'The public definition of a form.',
		query: { slug: { ...string, required: true, example: exampleSlug } },
		status: 200,
		answer: object({
			id,
			slug: string,
			title: string,
			accepts: { type: 'array', items: { enum: itemKinds } },
			is_open: { type: 'boolean' },
		}),
	},
	'GET /wall': {
		summary: 'A published wall and a page of what it shows. Name it by slug or id.',
		query: {
			slug: { ...string, example: exampleSlug },
			id: { ...id },
			cursor: { ...string, description: 'From the answer before, for the next page.' },
			limit: { type: 'integer', minimum: 1, maximum: 100 },
		},
		status: 200,
		answer: object({
			wall: { type: 'object' },
			space: { type: 'object' },
			counts: { type: 'object' },
			items: { type: 'array', items: wallItem },
			next: text,
			previous: text,
		}),
	},
	'POST /submit': {
		summary: 'Sends a testimonial through a form.',
		headers: { 'Idempotency-Key': 'The same key and body again answer the same.' },
		body: {
			schema: object(
				{
					form: string,
					kind: { enum: itemKinds },
					title: text,
					body: string,
					rating: { type: ['integer', 'null'] },
					author: object({ name: string, title: text, company: text, url: text, email: text }, [
						'title',
						'company',
						'url',
						'email',
					]),
					answers: { type: 'array' },
					consent: object({ scope: { enum: ['public', 'anonymous', 'private'] }, wording: string }),
					media: { type: 'array', items: id },
				},
				['title', 'rating', 'answers', 'media'],
			),
			example: {
				form: exampleSlug,
				kind: 'text',
				body: 'The crust sings when it cools.',
				rating: 5,
				author: { name: 'Ines Castellanos' },
				consent: { scope: 'public', wording: exampleWording },
			},
		},
		status: 201,
		answer: object({ id, receipt_url: string, status: string }),
	},
	'POST /upload': {
		summary: 'Allows the upload of one recording.',
		headers: { 'Receipt-Token': 'Of the testimonial whose recording is replaced.' },
		body: {
			schema: object(
				{ form: string, kind: { enum: ['video', 'audio'] }, bytes: { type: 'integer', minimum: 1 }, type: string },
				['form', 'type'],
			),
			example: { form: exampleSlug, kind: 'video', bytes: 5_000_000, type: 'video/mp4' },
		},
		status: 201,
		answer: object({
			id,
			token: string,
			url: string,
			bucket: string,
			name: string,
			expires_at: { type: 'string', format: 'date-time' },
		}),
	},
	'POST /events': {
		summary: 'Counts a view of a page, or the first input on it.',
		body: {
			schema: object({ kind: { enum: ['view', 'start'] }, path: string, referrer_host: string }, ['referrer_host']),
			example: { kind: 'view', path: `/collect/${exampleSlug}` },
		},
		status: 204,
	},
	'POST /opened': {
		summary: 'Notes that the page of a personal link was seen. The answer is the same for any link.',
		body: { schema: object({ invitation: string }), example: { invitation: 'x' } },
		status: 204,
	},
	'GET /person': {
		summary: "One person's data, as a ZIP, by a link of ten minutes.",
		query: { link: { ...string, required: true, example: 'x' } },
		status: 200,
		answerType: 'application/zip',
	},
	'GET /receipt': { summary: "A submitter's own record.", headers: receiptHeader, status: 200, answer: receipt },
	'PATCH /receipt': {
		summary: 'Changes it, as its submitter.',
		headers: receiptHeader,
		body: { schema: { type: 'object' }, example: { rating: 4 } },
		status: 200,
		answer: receipt,
	},
	'DELETE /receipt': { summary: 'Erases the testimonial, as its submitter.', headers: receiptHeader, status: 204 },
	'GET /openapi.json': {
		summary: 'This document.',
		status: 200,
		answer: object({ openapi: string, paths: { type: 'object' } }),
	},
}
