import { expect } from 'vitest'

/**
 * Asks one after the other until the budget refuses. It fills up again while it is asked: a slow machine is granted as many
 * more as became free meanwhile, and not one beyond them.
 * @param ask is told how many were asked before
 * @param budget `burst` at once, then one each `period` seconds
 * @returns what was granted, in its order, and the refusal
 */
export async function askUntilRefused<Answer extends { status: number }>(
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
