import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

/** Solves the challenge of a 429, as the page's script does. @returns what `proof` carries */
export async function solve(challenge: unknown): Promise<string> {
	const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
	if (!solution) throw new Error('not solved')
	return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
