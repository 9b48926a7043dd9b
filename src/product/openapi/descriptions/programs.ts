import { exampleIds, type FunctionDescription } from '#product/openapi/function-description.ts'
import { object } from '#product/openapi/schema.ts'

const string = { type: 'string' }
const id = { type: 'string', format: 'uuid' }

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
