import { exampleIds, type FunctionDescription } from '#product/openapi/function-description.ts'
import { object } from '#product/openapi/schema.ts'

const string = { type: 'string' }
const text = { type: ['string', 'null'] }
const id = { type: 'string', format: 'uuid' }
const count = { type: 'integer', minimum: 0 }
const { space, form, wall, invitation } = exampleIds
const url = object({ url: string })
const counted = object({ id, count })
const spaceQuery = { space_id: { ...id, required: true, example: space } }
const bulkFilter = { type: 'object', description: 'What the inbox shows: `{view, q, tags, kinds, …}` or `{ids}`.' }
const mailTarget = { space_id: id, mail: { enum: ['received', 'published', 'proposal'] }, locale: string }
const exampleMail = { space_id: space, mail: 'received', locale: 'en' }

/** Functions for the members of a space. */
export const memberFunctions: Record<string, FunctionDescription> = {
	'POST /archive': {
		summary: 'Brings an archive of a space from another installation.',
		query: { name: { ...string, description: 'The name of the file.' } },
		body: { type: 'application/zip', schema: {} },
		status: 202,
		answer: object({ id }),
	},
	'POST /bulk': {
		summary: 'Changes every testimonial that a filter matches, in a job.',
		body: {
			schema: object(
				{
					space_id: id,
					filter: bulkFilter,
					action: { enum: ['approve', 'reject', 'archive', 'restore', 'tag', 'untag', 'assign'] },
					value: text,
				},
				['value'],
			),
			example: { space_id: space, filter: { view: 'pending' }, action: 'approve' },
		},
		status: 202,
		answer: counted,
	},
	'POST /bulk/:id/stop': { summary: 'Stops a bulk action.', status: 202, answer: counted },
	'POST /bulk/:id/undo': {
		summary: 'Puts back what a bulk action changed, within ten minutes.',
		status: 202,
		answer: counted,
	},
	'POST /bulk-summary': {
		summary: 'Counts what a filter matches.',
		body: {
			schema: object({ space_id: id, filter: bulkFilter }),
			example: { space_id: space, filter: { view: 'pending' } },
		},
		status: 200,
		answer: object({ total: count, actions: { type: 'object' } }),
	},
	'POST /link-preview': {
		summary: 'Reads what a page on the web tells about a quotation.',
		body: { schema: url, example: { url: 'https://harbour.example/praise' } },
		status: 200,
		answer: object({ url: string, title: text, text, name: text }),
	},
	'POST /site-check': {
		summary: 'Checks whether a page contains the code of a wall.',
		body: { schema: object({ wall_id: id, url: string }), example: { wall_id: wall, url: 'https://harbour.example/' } },
		status: 200,
		answer: object({
			url: string,
			milliseconds: count,
			bytes: count,
			code: { type: ['object', 'null'] },
			obstacles: { type: 'array' },
		}),
	},
	'GET /export': {
		summary: 'The testimonials of a space as CSV or JSON, and for owners its archive.',
		query: { ...spaceQuery, format: { enum: ['csv', 'json', 'archive'], required: true, example: 'json' } },
		status: 200,
		answerType: 'application/json',
	},
	'POST /form-preview': {
		summary: "The path of a form's page with its draft.",
		body: { schema: object({ form_id: id }), example: { form_id: form } },
		status: 200,
		answer: url,
	},
	'PUT /font': {
		summary: "Sets the font of a space's brand.",
		query: spaceQuery,
		body: { type: 'application/octet-stream', schema: {} },
		status: 200,
		answer: object({ path: string, name: string }),
	},
	'DELETE /font': { summary: 'Takes the font away.', query: spaceQuery, status: 204 },
	'PUT /customer-mail': {
		summary: "Sets a space's own words of a mail to submitters.",
		body: {
			schema: object({ ...mailTarget, subject: string, body: string, version: text }),
			example: { ...exampleMail, subject: 'Your words reached us', body: 'Dear {name},\n\n{link}', version: null },
		},
		status: 200,
		answer: object({ subject: string, body: string, version: id }),
	},
	'DELETE /customer-mail': {
		summary: "Goes back to Plaudit's words.",
		body: {
			schema: object({ ...mailTarget, version: text }),
			example: { ...exampleMail, mail: 'published', version: null },
		},
		status: 204,
	},
	'POST /customer-mail-preview': {
		summary: 'Such a mail with sample values. Nothing is sent.',
		body: {
			schema: object({ ...mailTarget, subject: string, body: string }, ['subject', 'body']),
			example: exampleMail,
		},
		status: 200,
		answer: object({ subject: string, html: string, text: string, words: { type: 'object' } }),
	},
	'POST /invitation-preview': {
		summary: 'An invitation as it would be sent. Nothing is sent.',
		body: {
			schema: object({ form_id: id, subject: string, message: string, recipient: object({ name: string }, ['name']) }, [
				'recipient',
			]),
			example: { form_id: form, subject: 'How was it?', message: 'Hello {name}' },
		},
		status: 200,
		answer: object({ subject: string, html: string, text: string }),
	},
	'POST /person-link': {
		summary: "A link that downloads one person's data, for owners.",
		body: {
			schema: object({ space_id: id, address: text, testimonial_ids: { type: 'array', items: id } }, [
				'address',
				'testimonial_ids',
			]),
			example: { space_id: space, address: 'ines@harbour.example' },
		},
		status: 200,
		answer: url,
	},
	'POST /member-link': {
		summary: 'The link of an invitation to a team, for owners.',
		body: { schema: object({ invitation_id: id }), example: { invitation_id: invitation } },
		status: 200,
		answer: url,
	},
	'POST /order-key': {
		summary: 'A new key that signs links of orders, for owners.',
		body: { schema: object({ space_id: id }), example: { space_id: space } },
		status: 200,
		answer: object({ key: string }),
	},
	'GET /instance': {
		summary: 'The state of the installation, for operators.',
		status: 200,
		answer: { type: 'object' },
	},
	'POST /instance': {
		summary: 'An action of an operator.',
		body: { schema: { type: 'object' }, example: { action: 'send_test_mail' } },
		status: 200,
		answer: object({ ok: { type: 'boolean' } }),
	},
	'GET /operator': { summary: 'True for an operator.', status: 200, answer: object({ operator: { type: 'boolean' } }) },
	'POST /operator': {
		summary: 'Redeems a setup link.',
		body: { schema: object({ setup: string }), example: { setup: 'x' } },
		status: 200,
		answer: object({ operator: { type: 'boolean' } }),
	},
	'PUT /captions': {
		summary: 'Sets the captions of a recording in one language.',
		body: {
			schema: object({ media_id: id, locale: string, vtt: string, is_draft: { type: 'boolean' }, source: string }, [
				'is_draft',
				'source',
			]),
			example: { media_id: exampleIds.recording, locale: 'en', vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello' },
		},
		status: 200,
		answer: object({ locale: string, vtt: string, transcript: string, source: string, is_draft: { type: 'boolean' } }),
	},
	'DELETE /captions': {
		summary: 'Takes them away.',
		body: {
			schema: object({ media_id: id, locale: string }),
			example: { media_id: exampleIds.recording, locale: 'en' },
		},
		status: 204,
	},
	'POST /import-row': {
		summary: 'Adds a refused row of an import with other cells.',
		body: {
			schema: object({ import_id: id, row: count, cells: { type: 'array', items: string } }),
			example: { import_id: exampleIds.import, row: 1, cells: ['Ines', 'The crust sings.'] },
		},
		status: 201,
		answer: object({ id }),
	},
	'POST /import': {
		summary: 'Adds the rows of a file, or analyses it.',
		body: {
			type: 'multipart/form-data',
			schema: object({ space_id: id, rows: string, file: string, mapping: string, dry_run: string }, [
				'rows',
				'file',
				'mapping',
				'dry_run',
			]),
			example: { space_id: space, rows: 'name,text\nInes,The crust sings.', dry_run: 'true' },
		},
		status: 200,
		answer: { type: 'object' },
	},
	'POST /bounce': {
		summary: "Reports of a mail provider, under the operator's own token.",
		body: { schema: { type: 'object' } },
		status: 200,
		answer: { type: 'object' },
	},
}
