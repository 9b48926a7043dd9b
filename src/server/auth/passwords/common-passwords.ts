import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'

let prints: Promise<Float64Array> | undefined

/**
 * True for passwords that everybody tries first: some 49,000 from published lists, in any case of their letters.
 * Nothing leaves the machine. The list is read by a thread that ends, and 400 kB of fingerprints stay.
 */
export async function isCommon(password: string): Promise<boolean> {
	prints ??= readList()
	return includes(await prints, fingerprint(password.toLowerCase()))
}

/** 48 bits: among all honest passwords of the world's installations hardly one will meet another's by chance. */
export function fingerprint(word: string): number {
	return hash('sha256', word, 'buffer').readUIntBE(0, 6)
}

function readList(): Promise<Float64Array> {
	const worker = new Worker(new URL('./common-passwords-worker.ts', import.meta.url), {
		execArgv: ['--disable-warning=ExperimentalWarning'],
	})
	return new Promise((resolve, reject) => {
		worker.once('message', resolve)
		worker.once('error', (error) => {
			prints = undefined
			reject(error)
		})
	})
}

/** Binary search. */
function includes(sorted: Float64Array, wanted: number): boolean {
	let low = 0
	let high = sorted.length
	while (low < high) {
		const middle = (low + high) >>> 1
		if ((sorted[middle] ?? 0) < wanted) low = middle + 1
		else high = middle
	}
	return sorted[low] === wanted
}
