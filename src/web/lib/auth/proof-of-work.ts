import { pbkdf2, solveChallenge } from 'altcha/lib'
import { createCaptchaError } from './captcha-tokens.ts'

/**
 * Fetches a puzzle from the server and solves it; about a second on a slow phone.
 * @returns the captcha token
 */
export async function solveProofOfWork(challengeUrl: string): Promise<string> {
	const answer = await fetch(challengeUrl)
	if (!answer.ok) throw createCaptchaError()
	const challenge = await answer.json()
	const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey })
	if (!solution) throw createCaptchaError()
	return btoa(JSON.stringify({ challenge, solution }))
}
