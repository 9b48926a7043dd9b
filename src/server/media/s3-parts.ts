import type { Source } from './file-store.ts'

/** A piece of a stream; the last one says whether, and why, the stream broke off after it. */
export type Cut = { bytes: Buffer; isLast: boolean; failure?: { cause: unknown } }

/**
 * Cuts a stream into pieces of one size; the last is shorter, perhaps empty.
 * @param carried bytes that belong before the stream
 */
export async function* cut(
	source: Source,
	size: number,
	carried: Uint8Array = new Uint8Array(),
): AsyncGenerator<Cut> {
	let gathered: Uint8Array[] = [carried]
	let length = carried.length
	const take = (): Buffer => {
		const all = Buffer.concat(gathered, length)
		gathered = [all.subarray(size)]
		length = Math.max(0, length - size)
		return all.subarray(0, size)
	}
	try {
		for await (const chunk of source) {
			gathered.push(chunk)
			length += chunk.length
			while (length > size) yield { bytes: take(), isLast: false }
		}
	} catch (cause) {
		yield { bytes: take(), isLast: true, failure: { cause } }
		return
	}
	yield { bytes: take(), isLast: true }
}
