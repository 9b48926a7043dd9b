import type { Route } from '#platform/http/routing/route.ts'
import { apiKeyScopes } from '#shared/api-key-scopes.ts'
import { errorCodes } from '#shared/error-codes.ts'
import { functionPaths } from './describe-functions.ts'
import { restPaths, rowSchemas } from './describe-rest.ts'
import { type Json, jsonContent, object, reference } from './schema.ts'

const string = { type: 'string' }
const text = { type: ['string', 'null'] }

/** Describes functions/v1 and the product's part of rest/v1 by OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
export function describeApi(routes: readonly Route[], site: string, version: string): Json {
	return {
		openapi: '3.1.0',
		info: {
			title: 'Plaudit',
			version,
			license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
			description: `Testimonials of a space. Programs use a key of a space, which owners make; its scopes are ${apiKeyScopes.join(', ')}. The scope of an operation stands in its security requirement.`,
		},
		servers: [{ url: site }],
		tags: [{ name: 'functions' }, { name: 'rest' }, { name: 'procedures' }],
		paths: { ...functionPaths(routes), ...restPaths() },
		components: {
			securitySchemes: {
				key: { type: 'http', scheme: 'bearer', description: 'A key of a space, `plk_…`. Never in an address.' },
				session: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in member.' },
				apikey: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The anonymous key of the installation.' },
				operator: { type: 'http', scheme: 'bearer', description: "The operator's own token." },
			},
			schemas: { Error: errorSchema, Unidentified: unidentified, RestError: restError, ...rowSchemas() },
			responses: {
				Refused: {
					description: 'Refused, with a code of the closed list; or a key or token that is not accepted.',
					content: jsonContent({ anyOf: [reference('Error'), reference('Unidentified')] }),
				},
				RestRefused: {
					description: "Refused, with a code of PostgREST's or PostgreSQL's; or a key or token that is not accepted.",
					content: jsonContent({ anyOf: [reference('RestError'), reference('Error')] }),
				},
			},
		},
	}
}

const errorSchema = object({
	error: object(
		{
			code: { enum: Object.keys(errorCodes) },
			message: string,
			fields: { type: 'object', additionalProperties: string },
		},
		['fields'],
	),
})
const unidentified = object({ message: string, hint: string })
const restError = object({ code: string, message: string, details: {}, hint: text }, ['code', 'details', 'hint'])
