import { expect, it } from 'vitest'
import type { Library } from './library.ts'

/** A request over the wire and what it is answered with. What is left out is not looked at. */
export type WireCase = {
	ask: [method: string, path: string, body?: unknown, headers?: Record<string, string>]
	/** The service key unless said otherwise. */
	as?: 'anon'
	status: number
	/** By lower-case name; null for a header that must be absent. */
	headers?: Record<string, string | null>
	/** A text is compared as it is, anything else as parsed JSON. */
	body?: unknown
}

/** Makes a test of each case; its key is a sentence about what is answered. */
export function wireCases(library: () => Library, cases: Record<string, WireCase>): void {
	it.each(Object.entries(cases))('%s', async (_, { ask, as, status, headers = {}, body }) => {
		const [method, path, sent, given = {}] = ask
		const { anonKey } = library().deps.keys
		const own = as === 'anon' ? { apikey: anonKey } : {}
		const response = await library().ask(method, path, sent, { ...own, ...given })
		const text = await response.text()
		const seen = Object.keys(headers).map((name) => [name, response.headers.get(name)])
		expect({ status: response.status, headers: Object.fromEntries(seen), text }).toMatchObject({
			status,
			headers,
		})
		if (body !== undefined) expect(typeof body === 'string' ? text : JSON.parse(text)).toEqual(body)
	})
}
