const boundaryParameter = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i

/**
 * The chunks of a multipart form up to its closing boundary; what follows means nothing (RFC 2046 §5.1.1). The parser ignores
 * it only from the next chunk on: in the same one it would go on, open a file there, and wait for its end for ever.
 * @param contentType names the boundary; without one all chunks are passed on
 */
export async function* untilFormEnd(
	chunks: AsyncIterable<Uint8Array>,
	contentType: string,
): AsyncGenerator<Uint8Array> {
	const [, quoted, plain] = boundaryParameter.exec(contentType) ?? []
	const boundary = quoted ?? plain
	if (boundary === undefined) return yield* chunks
	const closing = Buffer.from(`\r\n--${boundary}--`)
	// A form may begin with its boundary, without a line before.
	let before = Buffer.from('\r\n')
	for await (const chunk of chunks) {
		const seen = Buffer.concat([before, chunk])
		const at = seen.indexOf(closing)
		if (at >= 0) {
			yield seen.subarray(before.length, at + closing.length)
			return
		}
		yield chunk
		before = seen.subarray(-closing.length)
	}
}
