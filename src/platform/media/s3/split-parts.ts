import type { Source } from '#platform/media/files/file-store.ts'

/** A part of a stream; the last one has the error if the stream broke off after it. */
export type StreamPart = { bytes: Buffer; isLast: boolean; failure?: { cause: unknown } }

/**
 * Splits a stream into parts of one size; the last one is shorter, perhaps empty.
 * @param carried bytes before the stream
 */
export async function* splitIntoParts(
	source: Source,
	size: number,
	carried: Uint8Array = new Uint8Array(),
): AsyncGenerator<StreamPart> {
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
