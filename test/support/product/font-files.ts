import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { convert } from 'fontverter'

const inter = new URL(
	'../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
	import.meta.url,
)

export const interWoff2 = (): Promise<Buffer> => readFile(inter)

/** The tables of a real font, as TTF. */
export const interTtf = async (): Promise<Buffer> => convert(await interWoff2(), 'sfnt')

type Table = { tag: string; offset: number; length: number; entry: number }

function tablesOf(font: Buffer): Table[] {
	return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
		const entry = 12 + 16 * index
		return {
			tag: font.toString('latin1', entry, entry + 4),
			offset: font.readUInt32BE(entry + 8),
			length: font.readUInt32BE(entry + 12),
			entry,
		}
	})
}

export function tableOf(font: Buffer, tag: string): Table {
	const found = tablesOf(font).find((table) => table.tag === tag)
	if (!found) throw new Error(`The font has no table ${tag}.`)
	return found
}

/** The font with other embedding bits (OS/2.fsType). */
export async function withEmbeddingBits(bits: number): Promise<Buffer> {
	const font = Buffer.from(await interTtf())
	font.writeUInt16BE(bits, tableOf(font, 'OS/2').offset + 8)
	return font
}

/**
 * The font as WOFF 1, by https://www.w3.org/TR/WOFF/.
 * @param claim the unpacked size that a table is said to have
 * @param pad zeros at the end of the first table, beyond what it claims
 */
export async function asWoff(claim = (size: number) => size, pad = 0): Promise<Buffer> {
	const font = await interTtf()
	const tables = tablesOf(font)
	const parts: Buffer[] = []
	const directory = Buffer.alloc(20 * tables.length)
	let offset = 44 + directory.length
	for (const [index, { tag, offset: from, length, entry }] of tables.entries()) {
		const plain = Buffer.concat([font.subarray(from, from + length), Buffer.alloc(index === 0 ? pad : 0)])
		const deflated = deflateSync(plain)
		const packed = plain.length > length || deflated.length < length ? deflated : plain
		directory.write(tag, 20 * index, 'latin1')
		directory.writeUInt32BE(offset, 20 * index + 4)
		directory.writeUInt32BE(packed.length, 20 * index + 8)
		directory.writeUInt32BE(claim(plain.length > length ? 4 * deflated.length : length), 20 * index + 12)
		directory.writeUInt32BE(font.readUInt32BE(entry + 4), 20 * index + 16)
		const padding = Buffer.alloc(-packed.length & 3)
		parts.push(packed, padding)
		offset += packed.length + padding.length
	}
	const header = Buffer.alloc(44)
	header.write('wOFF', 'latin1')
	font.copy(header, 4, 0, 4)
	header.writeUInt32BE(offset, 8)
	header.writeUInt16BE(tables.length, 12)
	header.writeUInt32BE(font.length, 16)
	return Buffer.concat([header, directory, ...parts])
}

/** The font in a collection of one. */
export async function asCollection(): Promise<Buffer> {
	const font = await interTtf()
	const header = Buffer.alloc(16)
	header.write('ttcf', 'latin1')
	header.writeUInt32BE(0x00010000, 4)
	header.writeUInt32BE(1, 8)
	header.writeUInt32BE(16, 12)
	return Buffer.concat([header, font])
}
