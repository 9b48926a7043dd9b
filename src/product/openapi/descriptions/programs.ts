import { exampleIds, type FunctionDescription } from '#product/openapi/function-description.ts'
import { object } from '#product/openapi/schema.ts'

const string = { type: 'string' }
const id = { type: 'string', format: 'uuid' }
const text = { type: ['string', 'null'] }

/** Functions that keys of spaces may call. */
export const programFunctions: Record<string, FunctionDescription> = {
	'POST /testimonial': {
		summary: 'Adds a testimonial by hand, which waits for a decision.',
		body: {
			type: 'multipart/form-data',
			schema: object(
				{
					space_id: id,
					id: { ...id, description: 'Yours: the same id again adds nothing.' },
					body: string,
					name: string,
					rating: string,
					title: string,
					company: string,
					url: string,
					origin: string,
					source_url: string,
					said_on: string,
					locale: string,
					may_publish: string,
					tags: string,
				},
				['rating', 'title', 'company', 'url', 'origin', 'source_url', 'said_on', 'locale', 'may_publish', 'tags'],
			),
			example: {
				space_id: exampleIds.space,
				id: exampleIds.added,
				body: 'Six that know each other.',
				name: 'Konstantína',
				rating: '5',
			},
		},
		status: 201,
		answer: object({ id }),
	},
	'POST /events-in': {
		summary: 'Tells of an event about a customer, such as an order that was paid, and may ask them at once.',
		body: {
			schema: object(
				{
					space_id: { ...id, description: 'For members; a key has one space.' },
					event: string,
					reference: { ...string, description: 'Yours: the same one again is the same event.' },
					at: { type: 'string', format: 'date-time' },
					person: object({ email: string, name: text, company: text, locale: text }, ['name', 'company', 'locale']),
					data: { type: ['object', 'null'] },
					ask: { ...object({ form: string, now: { const: true } }), description: 'Invites at once.' },
				},
				['space_id', 'data', 'ask'],
			),
			example: {
				space_id: exampleIds.space,
				event: 'order.paid',
				reference: 'order-2051',
				at: '2026-03-01T12:00:00Z',
				person: { email: 'ines@example.test', name: 'Ines Castellanos' },
			},
		},
		status: 202,
		answer: object({ id: { type: ['string', 'null'] }, state: string, reason: text }, ['reason']),
	},
	'POST /webhook-test': {
		summary: 'Sends a test event to a webhook, and tells what it answered.',
		body: { schema: object({ id }), example: { id: exampleIds.bulk } },
		status: 200,
		answer: object({ status: { type: ['integer', 'null'] }, took_ms: { type: 'integer' }, answer: string }),
	},
	'POST /webhook-body': {
		summary: 'The body of a delivery as it would be sent now; null when there is nothing left to tell.',
		body: { schema: object({ delivery: id }), example: { delivery: exampleIds.bulk } },
		status: 200,
		answer: object({ body: { type: ['string', 'null'] } }),
	},
	'POST /webhook-replay': {
		summary: 'Sends one delivery again, or those whose events happened in a span.',
		body: {
			schema: object({ delivery: id, id, from: string, to: string, undelivered: { type: 'boolean' } }, [
				'delivery',
				'id',
				'from',
				'to',
				'undelivered',
			]),
			example: { delivery: exampleIds.bulk },
		},
		status: 202,
		answer: object({ replayed: { type: 'integer' }, delivery: id }, ['delivery']),
	},
	'POST /mcp': {
		summary: 'Tools for agents, by the Model Context Protocol over streamable HTTP.',
		headers: { Accept: '`application/json, text/event-stream`.' },
		body: {
			schema: object(
				{ jsonrpc: { const: '2.0' }, id: { type: ['string', 'integer'] }, method: string, params: { type: 'object' } },
				['id', 'params'],
			),
			example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
		},
		status: 200,
		answer: object(
			{
				jsonrpc: { const: '2.0' },
				id: { type: ['string', 'integer', 'null'] },
				result: { type: 'object' },
				error: { type: 'object' },
			},
			['result', 'error', 'id'],
		),
		refusal: object({
			jsonrpc: { const: '2.0' },
			id: { type: ['string', 'integer', 'null'] },
			error: object({ code: { type: 'integer' }, message: string }),
		}),
	},
}
