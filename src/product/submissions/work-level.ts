import type { Work } from '#platform/proof-of-work.ts'

/** Steps of the work that a busy form asks for. */
export const maxLevel = 4
/** Above so many budgets, the hour is over even with work. */
export const refusalFactor = 10

/** The level that a used budget asks for: none below the budget, then one more at each doubling. */
export function workLevel(used: number, budget: number): number {
	if (used < budget) return 0
	return Math.min(maxLevel, 1 + Math.floor(Math.log2(used / budget)))
}

/** The number of submissions of an hour that a level of work allows. */
export function allowance(level: number, budget: number): number {
	return (level >= maxLevel ? refusalFactor : 2 ** level) * budget
}

/** At level 1 about 750,000 rounds of SHA-256: 0.2 s on a desktop, 1 to 2 s on a slow phone. Each level doubles it. */
export function workOf(level: number): Work {
	const factor = 2 ** (level - 1)
	return { minCounter: 250 * factor, maxCounter: 500 * factor }
}

/** Tests work of a level; one below is enough, because the needed level may have risen by one since the challenge was made. */
export function isEnough(level: number, needed: number): boolean {
	return level >= needed || (level > 0 && level + 1 >= needed)
}
