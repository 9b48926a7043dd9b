import sharp from 'sharp'
import type { RawRequest } from './mutate-request.ts'
import type { Seed, Wire } from './seeds.ts'

/** The bytes that `$picture` stands for. */
export const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
	.png()
	.toBuffer()

/** The request of a seed whose values are filled in, with the headers of an identity. */
export function seedRequest(
	wire: Wire,
	{ method, path, body, headers = {} }: Seed,
	identity: Record<string, string>,
): RawRequest {
	const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
	const type = text && !headers['content-type'] ? { 'content-type': 'application/json' } : {}
	const [first = '', ...rest] = text.split('$picture')
	return {
		method,
		target: `/${wire}/v1${path}`,
		version: 'HTTP/1.1',
		headers: Object.entries({ host: 'localhost', ...identity, ...type, ...headers }),
		body: Buffer.concat([Buffer.from(first), ...rest.flatMap((part) => [picture, Buffer.from(part)])]),
	}
}
