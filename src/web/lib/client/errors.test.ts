import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { errorMessage, isTransient } from './errors.ts'

/** The error of the official client for a function that answers so. */
async function errorOf(answer: () => Promise<Response>): Promise<unknown> {
	const auth = { persistSession: false, autoRefreshToken: false }
	const client = createClient('http://localhost', 'key', { global: { fetch: answer }, auth })
	return (await client.functions.invoke('order-key', { body: {} })).error
}

it.each([
	[401, 'Your session has ended. Sign in again.'],
	[404, 'That is no longer there. Reload the page.'],
	[429, 'Too many requests. Wait a minute, then try again.'],
	[507, 'The server is short of disk space. Nothing was saved.'],
])('a function that answers %i is explained by its status', async (status, sentence) => {
	const error = await errorOf(async () => Response.json({ error: { code: 'x', message: 'x' } }, { status }))
	expect(errorMessage(error)).toBe(sentence)
	expect(isTransient(error)).toBe(status >= 500)
})

it('a function that cannot be reached is said to be out of reach, and may be tried again', async () => {
	const error = await errorOf(() => Promise.reject(new TypeError('Failed to fetch')))
	expect(errorMessage(error)).toBe('The server cannot be reached. Check your connection and try again.')
	expect(isTransient(error)).toBe(true)
})
