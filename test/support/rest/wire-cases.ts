import { expect, it } from 'vitest'
import type { Library } from './library.ts'

/** A request and its expected response. Omitted parts are not compared. */
export type WireCase = {
	ask: [method: string, path: string, body?: unknown, headers?: Record<string, string>]
	/** The anonymous key; by default requests use the service key. */
	as?: 'anon'
	status: number
	/** Keyed by lower-case name; null for a header that must be absent. */
	headers?: Record<string, string | null>
	/** A string is compared with the text, anything else with the parsed JSON. */
	body?: unknown
}

/** Creates a test for each case; its key is the title. */
export function testWireCases(library: () => Library, cases: Record<string, WireCase>): void {
	it.each(Object.entries(cases))('%s', async (_, { ask, as, status, headers = {}, body }) => {
		const [method, path, sent, given = {}] = ask
		const { anonKey } = library().deps.keys
		const own = as === 'anon' ? { apikey: anonKey } : {}
		const response = await library().requestAsService(method, path, sent, { ...own, ...given })
		const text = await response.text()
		const seen = Object.keys(headers).map((name) => [name, response.headers.get(name)])
		expect({ status: response.status, headers: Object.fromEntries(seen), text }).toMatchObject({
			status,
			headers,
		})
		if (body !== undefined) expect(typeof body === 'string' ? text : JSON.parse(text)).toEqual(body)
	})
}
