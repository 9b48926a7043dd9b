import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Scheme } from './draw-walls.ts'

const [gap, labelHeight] = [12, 18]

/** A picture in a file, and what is written above it. */
type Labelled = { file: string; label: string; width: number; scheme: Scheme }
/** A sheet's size and columns: about 1.2 million pixels, which a screen or viewer shows at once. */
type Format = { width: number; height: number; columns: number }
type Placed = { left: number; top: number; input: Buffer }
type Sheet = { format: Format; placed: Placed[]; bottoms: number[] }

/** The pictures of the dark differ only in colours, so that they are smaller. */
function formatOf({ width, scheme }: Labelled): Format {
	if (width < 500) return { width: 1_040, height: 1_150, columns: 5 }
	const columns = scheme === 'light' ? 2 : 3
	return width < 900 ? { width: 1_040, height: 1_150, columns } : { width: 1_560, height: 770, columns }
}

/** Puts pictures on numbered sheets, those of a width and a colour scheme together. No two of all pictures are equal. */
export class ContactSheets {
	readonly #folder: string
	readonly #open = new Map<string, Sheet>()
	readonly #seen: Set<string>
	readonly names: string[] = []

	/** @param earlier folder of an earlier run, whose pictures are left out; empty for none */
	constructor(folder: string, earlier: string) {
		this.#folder = folder
		this.#seen = new Set(earlier ? hashesBelow(earlier) : [])
	}

	/** @returns whether the picture was added: no equal one was seen before */
	async add(picture: Labelled): Promise<boolean> {
		const bytes = await readFile(picture.file)
		const hash = hashOf(bytes)
		if (this.#seen.has(hash)) return false
		this.#seen.add(hash)
		const format = formatOf(picture)
		const room = Math.floor((format.width - (format.columns - 1) * gap) / format.columns)
		const { data, info } = await sharp(bytes)
			.resize({ width: room, height: format.height - labelHeight, fit: 'inside', withoutEnlargement: true })
			.png({ compressionLevel: 2 })
			.toBuffer({ resolveWithObject: true })
		const needed = labelHeight + info.height + gap
		const group = `${picture.width}-${picture.scheme}`
		let sheet = this.#open.get(group)
		if (sheet && Math.min(...sheet.bottoms) + needed > format.height + gap) {
			await this.#write(group, sheet)
			sheet = undefined
		}
		sheet ??= { format, placed: [], bottoms: Array.from({ length: format.columns }, () => 0) }
		this.#open.set(group, sheet)
		const top = Math.min(...sheet.bottoms)
		const column = sheet.bottoms.indexOf(top)
		const left = column * (room + gap)
		sheet.placed.push({ left, top, input: labelOf(picture.label, room) }, { left, top: top + labelHeight, input: data })
		sheet.bottoms[column] = top + needed
		return true
	}

	/** Writes the sheets that are not full. */
	async finish(): Promise<void> {
		for (const [group, sheet] of this.#open) await this.#write(group, sheet)
		this.#open.clear()
	}

	async #write(group: string, { format, placed, bottoms }: Sheet): Promise<void> {
		const number = this.names.filter((name) => name.startsWith(group)).length + 1
		const name = `${group}-${String(number).padStart(2, '0')}.jpg`
		this.names.push(name)
		const height = Math.max(...bottoms) - gap
		await sharp({ create: { width: format.width, height, channels: 3, background: '#8a8a8a' } })
			.composite(placed)
			.jpeg({ quality: 88 })
			.toFile(join(this.#folder, name))
	}
}

const hashOf = (bytes: Buffer) => createHash('sha1').update(bytes).digest('base64')

function hashesBelow(folder: string): string[] {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	return names.filter((name) => name.endsWith('.png')).map((name) => hashOf(readFileSync(join(folder, name))))
}

function labelOf(label: string, width: number): Buffer {
	return Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${labelHeight}"><rect width="100%" height="100%" fill="#000"/><text x="4" y="13" font-family="sans-serif" font-size="13" fill="#fff">${label}</text></svg>`,
	)
}
