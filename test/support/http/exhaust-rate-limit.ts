import { expect } from 'vitest'

/**
 * Sends requests one after another until the limit refuses one. On a slow machine tokens refill meanwhile; exactly
 * that many more must be granted.
 * @param ask receives the number of requests sent before
 * @param budget `burst` at once, then one each `period` seconds
 * @returns the granted responses in order, and the refusal
 */
export async function exhaustRateLimit<Answer extends { status: number }>(
	ask: (before: number) => Promise<Answer>,
	{ burst, period }: { burst: number; period: number },
): Promise<{ granted: Answer[]; refused: Answer }> {
	const started = performance.now()
	const granted: Answer[] = []
	for (;;) {
		const answer = await ask(granted.length)
		if (answer.status === 429) {
			expect(granted.length).toBeGreaterThanOrEqual(burst)
			return { granted, refused: answer }
		}
		granted.push(answer)
		const free = Math.floor((performance.now() - started) / 1000 / period)
		expect(granted.length).toBeLessThanOrEqual(burst + free)
	}
}
