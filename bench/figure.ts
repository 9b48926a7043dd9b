import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * One measured number. `goal` is a ratio to a baseline of the same run for speed, absolute for sizes, memory and
 * starts. Only sizes, counts and layout shifts are gates.
 */
export type Figure = {
	name: string
	value: number
	unit: string
	goal?: string
	ok?: boolean
	gate?: boolean
}

const root = new URL('..', import.meta.url)

export function atMost(name: string, value: number, unit: string, limit: number, gate = false): Figure {
	return { name, value: round(value), unit, goal: `≤ ${limit}`, ok: value <= limit, gate }
}

export function atLeast(name: string, value: number, unit: string, limit: number): Figure {
	return { name, value: round(value), unit, goal: `≥ ${limit}`, ok: value >= limit }
}

export function plain(name: string, value: number, unit: string): Figure {
	return { name, value: round(value), unit }
}

/** Prints one section when it is finished. */
export function printSection(title: string, figures: Figure[]): void {
	console.log(`\n${title}`)
	for (const { name, value, unit, goal = '', ok } of figures) {
		const mark = ok === undefined ? ' ' : ok ? '✓' : '✗'
		console.log(`  ${mark} ${name.padEnd(58)} ${String(value).padStart(10)} ${unit.padEnd(12)} ${goal}`)
	}
}

/** Writes the figures with machine and date, for later comparison. */
export async function writeResults(sections: Record<string, Figure[]>): Promise<string> {
	const date = new Date().toISOString()
	const machine = {
		cpu: cpus()[0]?.model,
		cores: cpus().length,
		memoryGiB: Math.round(totalmem() / 1024 ** 3),
		node: process.version,
	}
	const folder = new URL('bench/results/', root)
	await mkdir(folder, { recursive: true })
	const file = new URL(`${date.slice(0, 16).replaceAll(':', '')}.json`, folder)
	await writeFile(file, `${JSON.stringify({ date, machine, sections }, null, '\t')}\n`)
	return fileURLToPath(file)
}

/** The value below which this share of the values lies; 0 when there is none. */
export function quantile(values: readonly number[], share: number): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

function round(value: number): number {
	return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
