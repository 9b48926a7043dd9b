/** Encodes integers, texts, bytes and maps as CBOR (RFC 8949), the subset that authenticators use. */
export function cbor(value: unknown): Buffer {
	if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
	if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
	if (typeof value === 'string') {
		const text = Buffer.from(value)
		return Buffer.concat([head(3, text.length), text])
	}
	if (value instanceof Map) {
		const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
		return Buffer.concat([head(5, value.size), ...pairs])
	}
	throw new Error(`not encoded: ${typeof value}`)
}

function head(kind: number, size: number): Buffer {
	if (size < 24) return Buffer.from([(kind << 5) | size])
	if (size < 256) return Buffer.from([(kind << 5) | 24, size])
	return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}
