import { inflateSync } from 'node:zlib'
import { convert } from 'fontverter'
import { fontLimits } from '#shared/parser-limits.ts'
import { FontRejected } from './font-job.ts'

const woffHeader = 44
const woffEntry = 20

/**
 * The OpenType tables of a WOFF2, WOFF, TTF or OTF file, told by its content. Sizes that the file claims are checked before
 * anything is unpacked.
 * @throws FontRejected
 */
export async function unpackFont(file: Buffer): Promise<Buffer> {
	const signature = signatureOf(file, 0)
	if (signature === 'ttcf') throw new FontRejected('collection')
	if (signature === 'wOF2' || signature === 'wOFF') {
		if (file.length < woffHeader) throw new FontRejected('damaged')
		if (signatureOf(file, 4) === 'ttcf') throw new FontRejected('collection')
		if (file.readUInt32BE(16) > fontLimits.tables) throw new FontRejected('costly')
		if (signature === 'wOFF') requireSizes(file)
		return limited(Buffer.from(await convert(file, 'sfnt')))
	}
	if (!['\0\x01\0\0', 'OTTO', 'true'].includes(signature)) throw new FontRejected('type')
	return limited(file)
}

function signatureOf(file: Buffer, at: number): string {
	return file.toString('latin1', at, at + 4)
}

function limited(tables: Buffer): Buffer {
	if (tables.length > fontLimits.tables) throw new FontRejected('costly')
	return tables
}

/** The converter inflates each table whole: one that is larger than it claims is found here, at the size that it claims. */
function requireSizes(file: Buffer): void {
	const count = file.readUInt16BE(12)
	if (count > fontLimits.tableCount || woffHeader + count * woffEntry > file.length) throw new FontRejected('damaged')
	let sum = 0
	for (let at = woffHeader; at < woffHeader + count * woffEntry; at += woffEntry) {
		const [offset, packed, size] = [at + 4, at + 8, at + 12].map((place) => file.readUInt32BE(place)) as [
			number,
			number,
			number,
		]
		sum += size
		if (sum > fontLimits.tables) throw new FontRejected('costly')
		if (packed > size || offset + packed > file.length) throw new FontRejected('damaged')
		if (packed === size) continue
		const table = inflateSync(file.subarray(offset, offset + packed), { maxOutputLength: size })
		if (table.length !== size) throw new FontRejected('damaged')
	}
}
