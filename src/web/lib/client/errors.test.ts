import { createClient } from '@supabase/supabase-js'
import { expect, it, vi } from 'vitest'
import { errorMessage, isTransient } from './errors.ts'
import { noteFailedRequests } from './failed-request.ts'

/** The error of the official client for a function that answers so. */
async function errorOf(answer: typeof fetch): Promise<unknown> {
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

it('a fault of the server is named by the id of its request, and a later error is not', async () => {
	const id = '1f0c2d3e-0000-4000-8000-000000000000'
	const headers = { 'sb-request-id': id }
	const error = await errorOf(noteFailedRequests(async () => Response.json({}, { status: 500, headers })))
	expect(errorMessage(error)).toBe('That did not work. Try again in a moment. The server’s log has it as 1f0c2d3e.')
	vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6000)
	expect(errorMessage(new Error('another'))).toBe('That did not work. Try again in a moment.')
	vi.restoreAllMocks()
})

it('a function that cannot be reached is said to be out of reach, and may be tried again', async () => {
	const error = await errorOf(() => Promise.reject(new TypeError('Failed to fetch')))
	expect(errorMessage(error)).toBe('The server cannot be reached. Check your connection and try again.')
	expect(isTransient(error)).toBe(true)
})
