import { pbkdf2, solveChallenge } from 'altcha/lib'
import { captchaFailed } from './captcha-tokens.ts'

/** Fetches a puzzle of the server's own and solves it; about a second on a slow phone. @returns the token to send */
export async function proveWork(challengeUrl: string): Promise<string> {
	const answer = await fetch(challengeUrl)
	if (!answer.ok) throw captchaFailed()
	const challenge = await answer.json()
	const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey })
	if (!solution) throw captchaFailed()
	return btoa(JSON.stringify({ challenge, solution }))
}
