import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP of files by name, as in APPNOTE.TXT 4.3: local headers with their bytes, then the central directory and its end. */
export function makeZip(files: Record<string, string | Buffer>): Buffer {
	const parts: Buffer[] = []
	const directory: Buffer[] = []
	let offset = 0
	for (const [name, content] of Object.entries(files)) {
		const bytes = Buffer.from(content)
		const packed = deflateRawSync(bytes)
		const path = Buffer.from(name)
		const facts = Buffer.alloc(26)
		facts.writeUInt16LE(20, 0)
		// The name is UTF-8.
		facts.writeUInt16LE(0x0800, 2)
		facts.writeUInt16LE(8, 4)
		facts.writeUInt32LE(crc32(bytes), 10)
		facts.writeUInt32LE(packed.length, 14)
		facts.writeUInt32LE(bytes.length, 18)
		facts.writeUInt16LE(path.length, 22)
		const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path])
		const rest = Buffer.alloc(14)
		rest.writeUInt32LE(offset, 10)
		directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, rest, path)
		parts.push(local, packed)
		offset += local.length + packed.length
	}
	const listed = Buffer.concat(directory)
	const end = Buffer.alloc(18)
	end.writeUInt16LE(Object.keys(files).length, 4)
	end.writeUInt16LE(Object.keys(files).length, 6)
	end.writeUInt32LE(listed.length, 8)
	end.writeUInt32LE(offset, 12)
	return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end])
}
