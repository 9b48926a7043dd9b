import type { Route } from '#platform/http/routing/route.ts'
import { memberFunctions } from './descriptions/members.ts'
import { programFunctions } from './descriptions/programs.ts'
import { visitorFunctions } from './descriptions/visitors.ts'
import type { FunctionDescription } from './function-description.ts'
import { type Json, jsonContent, reference, refusals, security } from './schema.ts'

/** Descriptions by method and path below `/functions/v1`. */
export const functionDescriptions: Record<string, FunctionDescription> = {
	...visitorFunctions,
	...memberFunctions,
	...programFunctions,
}

/** Paths of the functions in the route table. What a route declares comes from its line, the rest from its description. */
export function functionPaths(routes: readonly Route[]): Json {
	const paths: Record<string, Json> = {}
	for (const route of routes) {
		if (route.method === 'ALL') continue
		const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
		const name = `${route.method} ${route.path.slice(route.wire.prefix.length)}`
		paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, name) }
	}
	return paths
}

function operation({ method, path, options }: Route, name: string): Json {
	const description = functionDescriptions[name] ?? { summary: name, status: 200 }
	const { summary, query = {}, headers = {}, body, status, answer, answerType, refusal } = description
	const { trust, scope, maxBytes } = options
	const ids = [...path.matchAll(/:(\w+)/g)].map(([, id]) => ({
		name: id,
		in: 'path',
		required: true,
		schema: { type: 'string', format: 'uuid' },
	}))
	const limit = maxBytes === undefined ? [] : [`Its body has at most ${maxBytes} bytes.`]
	const content = answer ? jsonContent(answer) : answerType ? { [answerType]: { schema: {} } } : undefined
	return {
		operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z0-9]+/gi, '_')}`.replace('_functions_v1', ''),
		tags: ['functions'],
		summary,
		...(limit.length > 0 ? { description: limit.join(' ') } : {}),
		security: securityOf(trust, scope),
		parameters: [
			...ids,
			...Object.entries(query).map(([name, { required = false, example, ...schema }]) => ({
				name,
				in: 'query',
				required,
				schema,
				...(example === undefined ? {} : { example }),
			})),
			...Object.entries(headers).map(([name, description]) => ({
				name,
				in: 'header',
				description,
				schema: { type: 'string' },
			})),
		],
		...(body && {
			requestBody: {
				required: true,
				content: {
					[body.type ?? 'application/json']: {
						schema: body.schema,
						...(body.example === undefined ? {} : { example: body.example }),
					},
				},
			},
		}),
		responses: {
			[status]: { description: 'Success.', ...(content ? { content } : {}) },
			...refusals('Refused'),
			...(refusal && {
				'4XX': {
					description: 'Refused.',
					content: jsonContent({ anyOf: [reference('Error'), reference('Unidentified'), refusal] }),
				},
			}),
		},
	}
}

function securityOf(trust: string | undefined, scope: string | undefined): Json[] {
	if (trust === 'operator') return [{ operator: [] }]
	if (trust === 'user') return security({ scope })
	// A key that is sent must be good, and none is needed.
	return trust === 'link' || trust === 'public' ? [] : security({ isOpen: true, scope: '' })
}
