import type { Exchange } from '#platform/http/routing/exchange.ts'
import { readText } from './json-body.ts'

/** Either encoding of a form; empty for any other body. @throws AppError 413, 408 */
export async function readForm(x: Exchange, maxBytes: number): Promise<FormData> {
	const body = await readText(x, maxBytes)
	const headers = { 'content-type': x.header('content-type') ?? '' }
	return new Response(body, { headers }).formData().catch(() => new FormData())
}
