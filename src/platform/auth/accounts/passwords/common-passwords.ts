import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./print-common-passwords.ts', import.meta.url))

let fingerprints: Promise<Float64Array> | undefined

/**
 * True for one of about 49,000 published common passwords, ignoring case. No request leaves the machine. A child
 * process reads the lists, because a worker thread's heap would stay with this process.
 * @throws the child process's error; the next call tries again
 */
export async function isCommonPassword(password: string): Promise<boolean> {
	fingerprints ??= readFingerprints().catch((error) => {
		fingerprints = undefined
		throw error
	})
	return includes(await fingerprints, fingerprint(password.toLowerCase()))
}

/** The first 48 bits of a password's SHA-256, enough to make false positives negligible. */
export function fingerprint(word: string): number {
	return hash('sha256', word, 'buffer').readUIntBE(0, 6)
}

async function readFingerprints(): Promise<Float64Array> {
	const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
		encoding: 'buffer',
		maxBuffer: 4 << 20,
	})
	// Copied, because a pooled buffer may start at an offset that a Float64Array does not allow.
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
