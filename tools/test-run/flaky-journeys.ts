import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './child.ts'

/** A journey that failed once and passed alone. */
export type FlakyJourney = { file: string; title: string; seen: string; times: number }

const listPath = join(root, '.cache/flaky.json')

/** Journeys that failed by chance and have not passed ten times since. */
export function readFlakyJourneys(path = listPath): FlakyJourney[] {
	return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

/** Adds journeys to the list; one that is there already counts once more. */
export function addFlakyJourneys(journeys: readonly Name[], path = listPath): void {
	if (journeys.length === 0) return
	const known = readFlakyJourneys(path)
	for (const { file, title } of journeys) {
		const earlier = known.find((journey) => isSame(journey, { file, title }))
		if (earlier) earlier.times += 1
		else known.push({ file, title, seen: new Date().toISOString(), times: 1 })
	}
	write(known, path)
}

/** Removes journeys that passed ten times. */
export function removeFlakyJourneys(passed: readonly Name[], path = listPath): void {
	const left = readFlakyJourneys(path).filter((journey) => !passed.some((other) => isSame(journey, other)))
	write(left, path)
}

type Name = { file: string; title: string }
const isSame = (one: Name, other: Name) => one.file === other.file && one.title === other.title

function write(journeys: readonly FlakyJourney[], path: string): void {
	mkdirSync(dirname(path), { recursive: true })
	writeFileSync(path, `${JSON.stringify(journeys, null, '\t')}\n`)
}
