import { createHash, randomBytes } from 'node:crypto'
import pino from 'pino'
import { atMost, type Figure } from '#bench/figure.ts'
import type { Db } from '#platform/pg/db.ts'
import { createIssuedKeys } from '#product/api-keys/issued-keys.ts'

const keys = 1000
const rounds = 200

/** Measures the check of a key of a space that the node has seen: the processor time of rounds over a thousand keys. */
export async function measureApiKeys(): Promise<Figure[]> {
	const issued = createIssuedKeys(knownKeys, pino({ enabled: false }))
	const texts = Array.from({ length: keys }, () => `plk_${randomBytes(32).toString('base64url')}`)
	for (const text of texts) if (!(await issued.find(text, request()))) throw new Error('A key is not found.')
	const before = process.cpuUsage()
	for (let round = 0; round < rounds; round++) for (const text of texts) await issued.find(text, request())
	const { user, system } = process.cpuUsage(before)
	return [atMost('processor time of a check of a key, cached', (user + system) / (keys * rounds), 'µs', 20)]
}

const request = () => ({ method: 'GET', path: '/rest/v1/testimonials' })

/** Answers the first read of each key; uses are never stored within the measurement. */
const knownKeys = {
	as: async () => [
		{
			id: createHash('sha256').update(randomBytes(8)).digest('hex'),
			space_id: 'space',
			name: 'Key',
			role: 'editor',
			scopes: ['testimonials:read'],
			expires_at: null,
		},
	],
	listen: async () => {},
} as unknown as Db
