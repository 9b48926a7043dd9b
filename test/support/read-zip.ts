import { inflateRawSync } from 'node:zlib'

/** The files of a small ZIP by name, from its central directory (APPNOTE.TXT §4.3.12: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). */
export function readZip(zip: Buffer): Map<string, Buffer> {
	const files = new Map<string, Buffer>()
	const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
	let at = zip.readUInt32LE(end + 16)
	for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
		const method = zip.readUInt16LE(at + 10)
		const packed = zip.readUInt32LE(at + 20)
		const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
		const local = zip.readUInt32LE(at + 42)
		const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
		const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
		const bytes = zip.subarray(start, start + packed)
		files.set(name, method === 8 ? inflateRawSync(bytes) : bytes)
		at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
	}
	return files
}
