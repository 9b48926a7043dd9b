import { parseShallowJson } from '#platform/http/body/json-depth.ts'

type Bytes = AsyncIterable<Uint8Array>

/** @throws Error for a text of more bytes: what lies in a target may have been replaced */
export async function readText(source: Bytes, maxBytes: number): Promise<string> {
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of source) {
		size += chunk.length
		if (size > maxBytes) throw new Error(`a text of a backup is larger than ${maxBytes} bytes`)
		chunks.push(chunk)
	}
	return Buffer.concat(chunks).toString('utf8')
}

/** @throws Error for a text of more bytes, and SyntaxError */
export async function readJson(source: Bytes, maxBytes: number): Promise<unknown> {
	return parseShallowJson(await readText(source, maxBytes))
}
