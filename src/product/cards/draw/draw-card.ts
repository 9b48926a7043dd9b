import sharp, { type OverlayOptions } from 'sharp'
import type { CardText } from '#shared/wall/share-card.ts'
import type { CardJob } from './card-job.ts'
import { type CardLayout, cardLayout } from './card-layout.ts'
import { fitLine } from './fit-line.ts'
import { fitWords } from './fit-words.ts'
import { fitHeadline } from './headline.ts'
import { coverPhoto, fitLogo, roundAvatar } from './pictures.ts'
import { playMark, playSize, starRow, starRowWidth, svg } from './shapes.ts'
import type { TextLayer, TextStyle } from './text-layer.ts'

const noteSize = 24

/** Draws a card as PNG. */
export async function drawCard(job: CardJob): Promise<Buffer> {
	const { look, text, shape } = job
	const layout = cardLayout(shape, job.photo !== null, text.dir)
	const foot = await footLayers(job, layout)
	const { width, height, left, right, rule } = layout
	// All shapes are one picture: each layer costs a pass over the whole card.
	const shapes = [
		`<rect width="${width}" height="${height}" fill="${look.bg}"/>`,
		`<path d="M${left} ${rule}h${right - left}v2H${left}z" fill="${look.rule}"/>`,
		foot.stars,
	]
	const layers = [
		...(await photoLayers(job, layout)),
		...(await headLayers(job, layout)),
		...(await wordLayers(job, layout)),
		...foot.layers,
	]
	const clipped = await Promise.all(layers.map((layer) => clip(layer, layout)))
	return sharp(svg(width, height, shapes.join('')))
		.composite(clipped)
		.removeAlpha()
		.png({ compressionLevel: 5 })
		.toBuffer()
}

type Placed = OverlayOptions & { size?: { width: number; height: number } }

/** Places a layer by its baseline and by the side on which its language begins, or ends. */
function place(layer: TextLayer, x: number, baseline: number, side: 'left' | 'right'): Placed {
	const left = Math.round(side === 'left' ? x : x - layer.width)
	return { input: layer.input, left, top: Math.round(baseline - layer.ascent), size: layer }
}

/** A layer without what stands out of the card: letters with hundreds of accents are higher than it. */
async function clip({ size, ...layer }: Placed, card: { width: number; height: number }): Promise<OverlayOptions> {
	if (!size || (size.width <= card.width && size.height <= card.height)) return layer
	const [x, y] = [layer.left ?? 0, layer.top ?? 0]
	const [left, top] = [Math.max(0, -x), Math.max(0, -y)]
	const width = Math.min(size.width - left, card.width - Math.max(0, x))
	const height = Math.min(size.height - top, card.height - Math.max(0, y))
	const input = await sharp(layer.input as object)
		.extract({ left, top, width, height })
		.png({ compressionLevel: 1 })
		.toBuffer()
	return { input, left: x + left, top: y + top }
}

async function photoLayers({ photo, isVideo, look }: CardJob, { photo: box }: CardLayout) {
	if (!photo || !box) return []
	const picture = { input: await coverPhoto(photo, box), left: box.left, top: box.top }
	if (!isVideo) return [picture]
	const [left, top] = [box.left + (box.width - playSize) / 2, box.top + (box.height - playSize) / 2]
	return [picture, { input: playMark(look), left, top }]
}

async function headLayers({ logo, look, text }: CardJob, layout: CardLayout): Promise<Placed[]> {
	const { head, left, right } = layout
	const start = text.dir === 'ltr' ? left : right
	const image = logo && (await fitLogo(logo, head.logo))
	const used = image ? image.width + 16 : 0
	const style = lineStyle(text, 'serif', head.size, look.fg)
	const name = await fitLine(text.space, style, right - left - used)
	const isRight = text.dir === 'rtl'
	return [
		...(image
			? [
					{
						input: image.png,
						left: Math.round(isRight ? start - image.width : start),
						top: Math.round(head.middle - image.height / 2),
					},
				]
			: []),
		place(name, isRight ? start - used : start + used, head.middle + head.size * 0.31, isRight ? 'right' : 'left'),
	]
}

async function wordLayers({ text, look }: CardJob, layout: CardLayout): Promise<Placed[]> {
	const { left, right, top, bottom, sizes } = layout
	const width = right - left
	const marks = text.marks && { ...text.marks, color: look.mark }
	const words = { text: text.words, lang: text.lang, dir: text.dir, color: look.fg, marks }
	const noteHeight = noteSize * 2.2
	const headline = await fitHeadline(text, look.fg, { width, height: bottom - top })
	const above = headline?.height ?? 0
	const height = bottom - top - above - (text.note ? noteHeight : 0)
	const fitted = await fitWords(words, { width, height }, sizes, text.note ? 0 : noteHeight)
	const { layer, style, hanging, cut } = fitted

	const format = new Intl.NumberFormat(text.lang)
	const said = cut && text.cutNote.replace('{shown}', format.format(cut.shown)).replace('{all}', format.format(cut.all))
	const note = [text.note, said].filter(Boolean).join(' · ')
	const noteLayer = note ? await fitLine(note, lineStyle(text, 'sans', noteSize, look.soft), width) : null

	const block = above + layer.lines * style.pitch + (noteLayer ? noteHeight : 0)
	const blockTop = top + (bottom - top - block) / 2
	const baseline = blockTop + above + baselineOf(style)
	const isRight = text.dir === 'rtl'
	const [x, side] = isRight ? ([right, 'right'] as const) : ([left, 'left'] as const)
	const gap = style.size * 0.05
	return [
		...(headline ? [place(headline.layer, x, blockTop + baselineOf(headline.style), side)] : []),
		place(layer, x, baseline, side),
		...(hanging ? [place(hanging, isRight ? x + gap : x - gap, baseline, isRight ? 'left' : 'right')] : []),
		...(noteLayer ? [place(noteLayer, x, blockTop + block - noteSize * 0.5, side)] : []),
	]
}

/** From the top of a line, in pixels. */
const baselineOf = ({ pitch, size }: TextStyle) => pitch / 2 + size * 0.33

type Foot = { layers: Placed[]; stars: string }

async function footLayers({ text, look, avatar }: CardJob, layout: CardLayout): Promise<Foot> {
	const { left, right } = layout
	const isRight = text.dir === 'rtl'
	const [start, end] = isRight ? [right, left] : [left, right]
	const sides = isRight ? (['right', 'left'] as const) : (['left', 'right'] as const)
	const inset = avatar ? layout.avatar.size + 20 : 0

	const soft = lineStyle(text, 'sans', 22, look.soft)
	const half = (right - left - inset) * 0.48
	const basis = text.basis ? await fitLine(text.basis, soft, half) : null
	const stars = text.rating ? starRowWidth : 0
	const used = Math.max(basis?.width ?? 0, stars)
	const room = right - left - inset - (used ? used + 32 : 0)
	const name = text.name
		? await fitLine(text.name, { ...lineStyle(text, 'sans', 28, look.fg), isBold: true }, room)
		: null
	const detail = text.detail ? await fitLine(text.detail, soft, room) : null
	const x = isRight ? start - inset : start + inset
	// A single line stands where the pair has its middle.
	const lone = (layout.name + layout.detail) / 2
	const starsLeft = isRight ? end : end - starRowWidth
	const layers: Placed[] = []
	if (avatar) {
		const { size, top } = layout.avatar
		layers.push({ input: await roundAvatar(avatar, size), left: isRight ? start - size : start, top })
	}
	if (name) layers.push(place(name, x, detail ? layout.name : lone, sides[0]))
	if (detail) layers.push(place(detail, x, layout.detail, sides[0]))
	if (basis) layers.push(place(basis, end, text.rating || detail ? layout.detail : lone, sides[1]))
	const starsTop = basis || detail ? layout.stars : lone - 24
	return { layers, stars: text.rating ? starRow(text.rating, starsLeft, starsTop, look.stars, isRight) : '' }
}

function lineStyle(text: CardText, face: TextStyle['face'], size: number, color: string): TextStyle {
	return { face, size, pitch: Math.round(size * 1.5), color, lang: text.lang, dir: text.dir }
}
