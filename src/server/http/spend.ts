/**
 * Gives a chunk's memory back at once. Left to the collector, the buffers of a large file cost more time than moving them:
 * each 64 MB of them makes it look at everything else that lives. Only for chunks that nobody else will ever read, and only
 * where a chunk is all of its memory: anything smaller shares it with others.
 */
export function spend(chunk: Uint8Array): void {
	const { buffer } = chunk
	if (buffer instanceof ArrayBuffer && chunk.byteLength === buffer.byteLength) buffer.transfer(0)
}
