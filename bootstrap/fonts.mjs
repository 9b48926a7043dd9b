// Makes dist/fonts, the only fonts that share cards are drawn with (docs/decisions/0027-cards.md).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { must, root } from './environment.mjs'

const fonts = join(root, 'dist/fonts')
const stamp = join(fonts, '.made-from')
const { resolve } = createRequire(import.meta.url)

const serif = { axes: { wght: [400] } }
const sans = { axes: { wght: [400, 600] } }
const scripts = (names, how) => Object.fromEntries(names.map((name) => [`@fontsource-variable/noto-${name}`, how]))

/** Packages with the weights that are cut from their variable fonts; every file holds a part of the characters. */
const packages = {
	'@fontsource-variable/newsreader': { axes: { wght: [400] }, fixed: { opsz: 44 } },
	'@fontsource-variable/inter': sans,
	'@fontsource-variable/noto-serif': serif,
	...scripts(['sans-arabic', 'sans-hebrew', 'sans-devanagari', 'sans-thai'], sans),
	...scripts(['naskh-arabic', 'sans-symbols', 'sans-thaana'], serif),
	...scripts(
		[
			...[
				'armenian',
				'bengali',
				'devanagari',
				'ethiopic',
				'georgian',
				'gujarati',
				'gurmukhi',
				'hebrew',
				'jp',
				'kannada',
			],
			...['khmer', 'kr', 'lao', 'malayalam', 'oriya', 'sc', 'sinhala', 'tamil', 'tc', 'telugu', 'thai', 'tibetan'],
		].map((name) => `serif-${name}`),
		serif,
	),
	'@fontsource/noto-serif-myanmar': {},
	'@fontsource/noto-sans-symbols-2': {},
	'@fontsource/noto-sans-math': {},
}
const emojiPackage = '@fontsource/noto-color-emoji'
const withLatin = ['@fontsource-variable/newsreader', '@fontsource-variable/inter', '@fontsource-variable/noto-serif']
const latin = ['latin', 'latin-ext', 'vietnamese']

/** Makes the fonts again when their packages or this file have changed; takes some ten seconds. */
export function ensureFonts() {
	const madeFrom = fingerprint()
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return
	must('node', [fileURLToPath(import.meta.url)], {}, 2)
	writeFileSync(stamp, madeFrom)
}

function fingerprint() {
	const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
	for (const name of [...Object.keys(packages), emojiPackage])
		hash.update(readFileSync(join(folderOf(name), 'package.json')))
	return hash.digest('hex')
}

const folderOf = (name) => dirname(resolve(`${name}/package.json`))

async function makeFonts() {
	rmSync(fonts, { recursive: true, force: true })
	mkdirSync(fonts, { recursive: true })
	for (const [name, how] of Object.entries(packages)) await cutPackage(name, how)
	await makeEmoji()
	writeFileSync(join(fonts, 'strut.otf'), await drawStrut())
	writeFileSync(join(fonts, 'LICENSES.txt'), licenses())
}

/** The licence of each font, which has to come with it. */
function licenses() {
	return [...Object.keys(packages), emojiPackage]
		.map((name) => `${name}\n\n${readFileSync(join(folderOf(name), 'LICENSE'), 'utf8')}`)
		.join(`\n${'-'.repeat(80)}\n`)
}

/** Static instances of each file's own characters. */
async function cutPackage(name, { axes, fixed = {} }) {
	const { default: subset } = await import('subset-font')
	const files = join(folderOf(name), 'files')
	const ranges = JSON.parse(readFileSync(join(folderOf(name), 'unicode.json'), 'utf8'))
	const ending = !axes ? '-400-normal.woff2' : fixed.opsz ? '-opsz-normal.woff2' : '-wght-normal.woff2'
	const base = `${name.split('/')[1]}-`
	for (const file of readdirSync(files)) {
		if (!file.endsWith(ending)) continue
		const part = file.slice(base.length, -ending.length)
		if (latin.includes(part) && !withLatin.includes(name)) continue
		const text = charactersOf(ranges[part] ?? ranges[`[${part}]`])
		for (const weight of axes?.wght ?? [400]) {
			const variationAxes = axes ? { ...fixed, wght: weight } : undefined
			const font = await subset(readFileSync(join(files, file)), text, { targetFormat: 'sfnt', variationAxes })
			writeFileSync(join(fonts, `${base}${part}-${weight}.ttf`), font)
		}
	}
}

/** Characters of a list like `U+0-FF,U+131,U+4??`. */
function charactersOf(ranges) {
	let text = ''
	for (const range of ranges.split(',')) {
		const [from, to = from] = range.trim().slice(2).split('-')
		const last = Number.parseInt(to.replaceAll('?', 'f'), 16)
		for (let code = Number.parseInt(from.replaceAll('?', '0'), 16); code <= last; code++)
			text += String.fromCodePoint(code)
	}
	return text
}

/** One file, as no part may cut a sequence of several emoji. Its table COLR draws what SVG draws, in a fifth of the bytes. */
async function makeEmoji() {
	const { convert } = await import('fontverter')
	const file = join(folderOf(emojiPackage), 'files/noto-color-emoji-emoji-400-normal.woff2')
	writeFileSync(join(fonts, 'noto-color-emoji.ttf'), withoutTable(await convert(readFileSync(file), 'sfnt'), 'SVG '))
}

/** An OpenType font without one of its tables: https://learn.microsoft.com/typography/opentype/spec/otff#table-directory */
function withoutTable(font, dropped) {
	const tables = []
	for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
		const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)]
		if (font.toString('latin1', at, at + 4) === dropped) continue
		tables.push({ tagAndSum: font.subarray(at, at + 8), data: font.subarray(offset, offset + length) })
	}
	const power = Math.floor(Math.log2(tables.length))
	const directory = Buffer.alloc(12 + 16 * tables.length)
	font.copy(directory, 0, 0, 4)
	directory.writeUInt16BE(tables.length, 4)
	directory.writeUInt16BE(16 << power, 6)
	directory.writeUInt16BE(power, 8)
	directory.writeUInt16BE(16 * tables.length - (16 << power), 10)
	const parts = [directory]
	let offset = directory.length
	for (const [index, { tagAndSum, data }] of tables.entries()) {
		tagAndSum.copy(directory, 12 + 16 * index)
		directory.writeUInt32BE(offset, 20 + 16 * index)
		directory.writeUInt32BE(data.length, 24 + 16 * index)
		const padding = Buffer.alloc(-data.length & 3)
		parts.push(data, padding)
		offset += data.length + padding.length
	}
	return Buffer.concat(parts)
}

/**
 * A font of one glyph, without width, that is higher and deeper than any letter. Drawn transparent beside a text, it gives the
 * picture of the text a known distance to the baseline.
 */
export async function drawStrut() {
	const { Font, Glyph, Path } = (await import('opentype.js')).default
	const bar = new Path()
	bar.moveTo(0, -700)
	bar.lineTo(0, 1500)
	bar.lineTo(1, 1500)
	bar.lineTo(1, -700)
	bar.close()
	const notdef = new Glyph({ name: '.notdef', advanceWidth: 0, path: new Path() })
	const strut = new Glyph({ name: 'strut', unicode: 0x2502, advanceWidth: 0, path: bar })
	const metrics = { unitsPerEm: 1000, ascender: 900, descender: -250 }
	const font = new Font({ familyName: 'Strut', styleName: 'Regular', ...metrics, glyphs: [notdef, strut] })
	// opentype.js writes the present time into the font, which would give each build of a version other bytes.
	mock.timers.enable({ apis: ['Date'], now: 0 })
	try {
		return Buffer.from(font.toArrayBuffer())
	} finally {
		mock.timers.reset()
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await makeFonts()
