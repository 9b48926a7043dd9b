import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./print-common-passwords.ts', import.meta.url))

let prints: Promise<Float64Array> | undefined

/**
 * True for a password on the published lists of common ones (some 49,000), in any case of its letters. No request leaves
 * the machine. A child process reads the lists: the heap of a worker thread would stay with this process after its end.
 * @throws the error of the child process when it cannot be run; the next call tries again
 */
export async function isCommon(password: string): Promise<boolean> {
	prints ??= readPrints().catch((error) => {
		prints = undefined
		throw error
	})
	return includes(await prints, fingerprint(password.toLowerCase()))
}

/** The first 48 bits of a password's SHA-256: wide enough that a good password hardly ever meets a common one by chance. */
export function fingerprint(word: string): number {
	return hash('sha256', word, 'buffer').readUIntBE(0, 6)
}

async function readPrints(): Promise<Float64Array> {
	const { stdout } = await run(
		process.execPath,
		['--disable-warning=ExperimentalWarning', program],
		{ encoding: 'buffer', maxBuffer: 4 << 20 },
	)
	// Copied, because a buffer may begin at an offset that no 64-bit array can begin at.
	return new Float64Array(Uint8Array.from(stdout).buffer)
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
