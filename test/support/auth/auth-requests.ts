import type { TestApp } from '#test/support/test-app.ts'

/** A response of auth/v1, parsed. */
export type AuthResponse = {
	status: number
	headers: Headers
	// biome-ignore lint/suspicious/noExplicitAny: an answer under test may have any shape
	body: any
}

/** Calls auth/v1 without the official client, with the anonymous key and the newer error shape. */
export async function callAuth(
	app: TestApp,
	method: string,
	path: string,
	{ body, bearer, headers = {} }: { body?: unknown; bearer?: string; headers?: Record<string, string> } = {},
): Promise<AuthResponse> {
	const response = await app.fetch(`${app.url}/auth/v1${path}`, {
		method,
		redirect: 'manual',
		headers: {
			apikey: app.deps.keys.anonKey,
			'content-type': 'application/json;charset=UTF-8',
			'x-supabase-api-version': '2024-01-01',
			...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
			...headers,
		},
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	})
	const text = await response.text()
	const isJson = response.headers.get('content-type')?.startsWith('application/json')
	return {
		status: response.status,
		headers: response.headers,
		body: isJson && text ? JSON.parse(text) : text,
	}
}

/** Status, code and message of a refusal, in the order of the documented tables. */
export function errorParts({ status, body }: AuthResponse): [number, string, string] {
	return [status, body.code, body.message]
}
