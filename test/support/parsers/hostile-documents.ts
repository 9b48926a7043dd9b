import { randomBytes } from 'node:crypto'
import { fill, type HostileInput, KiB, MiB, refused, settled } from './hostile-input.ts'

export const hostileXml: HostileInput[] = [
	refused('elements in elements', () => fill('<a>', MiB)),
	refused('elements in elements, closed', () => fill('<a>', 60_000) + fill('</a>', 80_000)),
	refused('an element of very many attributes', () => `<a ${numbered(90_000, (at) => `a${at}=""`)}/>`),
	refused('an element of very many namespaces', () => `<a ${numbered(60_000, (at) => `xmlns:a${at}="u:${at}"`)}/>`),
	refused('very many elements', () => `<a>${fill('<b/>', MiB)}</a>`),
	refused('an entity of entities', () => `<!DOCTYPE a [<!ENTITY b "${fill('x', KiB)}">]><a>&b;</a>`),
	refused('comments without an end', () => `<a>${fill('<!--', 79_000)}`),
	settled('a long text', () => `<a>${fill('x', MiB)}</a>`),
	settled('references', () => `<a>${fill('&#65;', MiB)}</a>`),
	settled('parts of characters', () => `<a>${fill('<![CDATA[x]]>', 200_000)}</a>`),
	settled('a long name', () => `<${fill('a', MiB)}/>`),
]

export const hostileHtml: HostileInput[] = [
	settled('elements in elements', () => fill('<b>', MiB)),
	settled('elements in elements, closed by others', () => fill('<b>', MiB / 2) + fill('</x>', MiB / 2)),
	settled('paragraphs', () => fill('<p>', MiB)),
	settled('very many attributes', () => `<a ${numbered(120_000, (at) => `a${at}`)}>`),
	settled('angle brackets', () => fill('<', MiB)),
	settled('references', () => fill('&#x', MiB)),
	settled('JSON-LD in lists', () => `<script type="application/ld+json">${fill('[', MiB)}`),
	settled('JSON-LD of names in names', () => {
		const name = fill('{"name":', MiB / 2)
		return `<script type="application/ld+json">{"@type":"Review","reviewBody":${name}1${fill('}', name.length / 8)}}</script>`
	}),
	settled(
		'JSON-LD of very many items',
		() => `<script type="application/ld+json">[${fill('{"review":[{},{}]},', MiB)}1]</script>`,
	),
	settled('very many blocks of JSON-LD', () => fill('<script type="application/ld+json">{}</script>', MiB)),
]

const timing = '00:00:01.000 --> 00:00:02.000\n'
export const hostileCaptions: HostileInput[] = [
	refused('a file of 12 MB', () => timing + fill('x', 12 * MiB)),
	refused('very many cues', () => fill(`${timing}x\n\n`, 490_000)),
	settled('times without an end', () => fill('1:', 490_000) + timing),
	settled('arrows', () => fill('-->', 490_000)),
	settled('tags in tags', () => timing + fill('<c.', 490_000)),
	settled('references', () => timing + fill('&#', 490_000)),
	settled('lines of one cue', () => timing + fill('a\n', 490_000)),
	settled('empty lines', () => fill('\n', 490_000)),
]

export const hostileCss: HostileInput[] = [
	settled('braces', () => fill('{', 20_000)),
	settled('rules in rules', () => fill('a{', 12_000) + fill('}', 6000)),
	settled('selectors in selectors', () => `${fill(':not(', 10_000)}a${fill(')', 2000)}{}`),
	settled('brackets', () => `a{b:${fill('[', 9000)}${fill(']', 9000)}}`),
	settled('very many selectors', () => `${fill('a,', 19_000)}b{}`),
]

export const hostileBodies: HostileInput[] = [
	refused('lists in lists', () => fill('[', 12 * MiB)),
	refused('objects in objects', () => fill('{"a":', 12 * MiB)),
	settled('brackets in a text', () => JSON.stringify(fill('[', 12 * MiB))),
	settled('very many values', () => `[${fill('0,', 2 * MiB)}0]`),
]

export const hostileFonts: HostileInput[] = [
	refused('noise', () => Buffer.concat([Buffer.from('wOF2'), randomBytes(1_900_000)])),
	refused('WOFF2 that claims four gigabytes', () => {
		const file = Buffer.concat([Buffer.from('wOF2\0\x01\0\0', 'latin1'), randomBytes(9000)])
		file.writeUInt32BE(0xffffffff, 16)
		return file
	}),
	refused('WOFF of very many tables', () => {
		const file = Buffer.concat([Buffer.from('wOFF\0\x01\0\0', 'latin1'), Buffer.alloc(1_900_000)])
		file.writeUInt16BE(0xffff, 12)
		return file
	}),
	refused('tables without an end', () => {
		const file = Buffer.concat([Buffer.from('00010000ffff', 'hex'), Buffer.alloc(1_900_000, 0x41)])
		return file
	}),
	refused('more bytes than an upload may have', () => Buffer.alloc(12 * MiB, 'OTTO')),
]

const numbered = (count: number, text: (at: number) => string) =>
	Array.from({ length: count }, (_, at) => text(at)).join(' ')
