import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fontLimits } from '#shared/parser-limits.ts'
import { type BrandFont, openBrandFont } from '#test/support/product/brand-font.ts'
import {
	asCollection,
	asWoff,
	interTtf,
	interWoff2,
	tableOf,
	withEmbeddingBits,
} from '#test/support/product/font-files.ts'

let font: BrandFont
beforeAll(async () => {
	font = await openBrandFont()
})
afterAll(() => font.close())

it.each([
	['WOFF2', interWoff2],
	['TTF', interTtf],
	['WOFF', () => asWoff()],
	['TTF with old embedding bits that allow more', () => withEmbeddingBits(0b1010)],
] as const)('a font as %s is stored as WOFF2, with its name and its sizes', async (_, file) => {
	const { status, path, name } = await font.put(await file())
	expect([status, name]).toEqual([200, 'Inter'])
	expect(await font.brand()).toMatchObject({
		font_path: path,
		font_name: 'Inter',
		font_metrics: '0.9688 0.2412 0 0.4715 100 900 0',
	})
	const answer = await fetch(`${font.url}/storage/v1/object/public/brand/${path}`)
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'content-type': 'font/woff2',
		'cache-control': 'public, max-age=31536000, immutable',
		'access-control-allow-origin': '*',
		'cross-origin-resource-policy': 'cross-origin',
		'x-content-type-options': 'nosniff',
	})
	const bytes = Buffer.from(await answer.arrayBuffer())
	expect(bytes.toString('latin1', 0, 4)).toBe('wOF2')
	expect(bytes.length).toBeLessThan(60_000)
})

it('what follows a font in its file is not stored', async () => {
	const secret = Buffer.from('<script>a message in a font</script>')
	const { path } = await font.put(Buffer.concat([await interTtf(), secret]))
	const stored = await fetch(`${font.url}/storage/v1/object/public/brand/${path}`)
	expect(Buffer.from(await stored.arrayBuffer()).includes(secret)).toBe(false)
})

const png = () =>
	sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
		.png()
		.toBuffer()
const changed = async (change: (font: Buffer) => void) => {
	const font = Buffer.from(await interTtf())
	change(font)
	return font
}
const claimingWoff2 = async () => {
	const font = Buffer.from(await interWoff2())
	font.writeUInt32BE(0xfffffff0, 16)
	return font
}

it.each([
	['an empty file', async () => Buffer.alloc(0), 'is empty'],
	['a picture that is named as a font', png, 'not a font'],
	['a page of HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'not a font'],
	['random bytes', async () => randomBytes(5000), 'not a font'],
	['a collection', asCollection, 'collection'],
	['a WOFF2 of a collection', async () => changeAt(await interWoff2(), 4, 'ttcf'), 'collection'],
	['a WOFF2 that ends early', async () => (await interWoff2()).subarray(0, 20_000), 'damaged'],
	['a signature alone', async () => Buffer.from('wOF2'), 'damaged'],
	['a TTF that ends early', async () => (await interTtf()).subarray(0, 3000), 'damaged'],
	['a WOFF2 that claims gigabytes', claimingWoff2, 'memory or time'],
	['a WOFF whose tables claim gigabytes', () => asWoff(() => 0xfffffff0), 'memory or time'],
	['a WOFF with a table larger than it claims', () => asWoff((size) => size, 20_000_000), 'damaged'],
	['tables behind the end of the file', () => changed((font) => font.writeUInt32BE(0xffffff, 12 + 8)), 'damaged'],
	['thousands of tables', () => changed((font) => font.writeUInt16BE(0xffff, 4)), 'damaged'],
	['units of nothing', () => changed((font) => font.writeUInt16BE(0, tableOf(font, 'head').offset + 18)), 'damaged'],
	['a licence against embedding', () => withEmbeddingBits(2), 'forbids embedding'],
	['a licence for bitmaps alone', () => withEmbeddingBits(0x204), 'forbids embedding'],
	['more bytes than may be sent', async () => Buffer.alloc(fontLimits.upload + 1, 1), 'larger than 2 MB'],
])('%s is refused in words, and the former font stays', async (_, file, words) => {
	const { path } = await font.put(await interWoff2())
	const { status, refusal, code } = await font.put(await file())
	expect([status, code]).toEqual([422, 'invalid'])
	expect(refusal).toContain(words)
	expect((await font.brand()).font_path).toBe(path)
	expect(await font.storedFonts()).toEqual([path])
})

function changeAt(font: Buffer, at: number, text: string): Buffer {
	font.write(text, at, 'latin1')
	return font
}

it('fonts with random bytes changed are read or refused, never a fault of the server', async () => {
	const file = await interTtf()
	const statuses = new Set<number>()
	for (let round = 0; round < 12; round++) {
		const hostile = Buffer.from(file)
		for (let times = 0; times < 40; times++) hostile[Math.floor(Math.random() * 4000)] = Math.floor(Math.random() * 256)
		statuses.add((await font.put(hostile)).status)
	}
	expect([...statuses].every((status) => [200, 422].includes(status))).toBe(true)
})
