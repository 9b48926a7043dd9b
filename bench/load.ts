import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './processes.ts'

export type Load = { perSecond: number; p50: number; p99: number; failed: number; total: number }

type Options = {
	connections?: number
	seconds?: number
	/** Processor of the load generator, different from the server's. */
	cpu?: number
	headers?: Record<string, string>
	/** A wrk script, for requests that differ from each other. */
	script?: string
}

/** Drives a URL with wrk and reads its figures. Latencies are in milliseconds. */
export async function load(url: string, options: Options = {}): Promise<Load> {
	const { connections = 32, seconds = 5, cpu, headers = {}, script } = options
	const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency']
	for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
	if (script) {
		const file = join(tmpdir(), `plaudit-wrk-${process.pid}-${Math.random().toString(36).slice(2)}.lua`)
		await writeFile(file, script)
		args.push('-s', file)
	}
	const pinned = cpu === undefined ? [] : ['taskset', '-c', String(cpu)]
	const [command = 'wrk', ...rest] = [...pinned, 'wrk', ...args, url]
	const { stdout } = await run(command, rest, { maxBuffer: 1 << 20 })
	return {
		perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
		total: Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0),
		p50: milliseconds(/50%\s+([\d.]+\w+)/.exec(stdout)?.[1]),
		p99: milliseconds(/99%\s+([\d.]+\w+)/.exec(stdout)?.[1]),
		failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
	}
}

function milliseconds(text = '0ms'): number {
	const value = Number.parseFloat(text)
	if (text.endsWith('us')) return value / 1000
	return text.endsWith('ms') ? value : value * 1000
}

/**
 * Runs a measurement several times.
 * @returns the median run
 */
export async function median(rounds: number, once: () => Promise<Load>): Promise<Load> {
	const loads: Load[] = []
	for (let round = 0; round < rounds; round++) loads.push(await once())
	loads.sort((a, b) => a.perSecond - b.perSecond)
	return loads[Math.floor(rounds / 2)] as Load
}

export type Pair<Measured extends Load = Load> = { ours: Measured; theirs: Measured }

export function ratio({ ours, theirs }: Pair): number {
	return ours.perSecond / theirs.perSecond
}

/**
 * Runs a pair of measurements several times.
 * @returns the pair with the median ratio
 */
export async function medianPair<Of extends Pair>(rounds: number, once: () => Promise<Of>): Promise<Of> {
	const pairs: Of[] = []
	for (let round = 0; round < rounds; round++) pairs.push(await once())
	pairs.sort((a, b) => ratio(a) - ratio(b))
	return pairs[Math.floor(rounds / 2)] as Of
}
