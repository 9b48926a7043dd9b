/**
 * Detaches a chunk's memory at once: left to the garbage collector, the buffers of a large file cost more than moving
 * them. Only for chunks that nothing else reads and that own their whole memory.
 */
export function releaseBuffer(chunk: Uint8Array): void {
	const { buffer } = chunk
	if (buffer instanceof ArrayBuffer && chunk.byteLength === buffer.byteLength) buffer.transfer(0)
}
