import type { PreparedValues } from './prepare-values.ts'
import { seedRequest } from './seed-request.ts'
import { type Seed, seeds, type Wire } from './seeds.ts'
import { type Outcome, send } from './send-request.ts'

/**
 * Sends each seed as it is, under each identity until one is accepted.
 * @returns the seeds that no identity gets through with, by name and status; also those that a refusal is declared for and are accepted
 */
export async function checkSeeds(
	url: URL,
	wires: readonly Wire[],
	{ fill, identities }: PreparedValues,
): Promise<string[]> {
	const refused: string[] = []
	for (const wire of wires)
		for (const seed of seeds[wire]) {
			const outcomes: Outcome[] = []
			for (const identity of identities) {
				const outcome = await send(url, seedRequest(wire, fill(seed), identity))
				outcomes.push(outcome)
				if (isExpected(seed, outcome)) break
			}
			if (outcomes.some((outcome) => isExpected(seed, outcome))) continue
			const expected = seed.refusal ? `instead of ${seed.refusal}` : 'although it is valid'
			const [last] = outcomes.filter((outcome) => outcome.kind === 'answer').slice(-1)
			refused.push(
				`${nameOf(wire, seed)} was answered ${outcomes.map(statusOf)} ${expected}: ${last?.body.slice(0, 300)}`,
			)
		}
	return refused
}

const statusOf = (outcome: Outcome) => (outcome.kind === 'answer' ? outcome.status : outcome.kind)

function isExpected({ refusal }: Seed, outcome: Outcome): boolean {
	if (outcome.kind !== 'answer') return false
	return refusal ? outcome.status === refusal : outcome.status < 400
}

function nameOf(wire: Wire, { method, path, headers }: Seed): string {
	const type = headers?.['content-type']
	return `${method} /${wire}/v1${path}${type ? ` (${type})` : ''}`
}
