import { expect, it } from 'vitest'
import { contrast, parseHex } from '#shared/look/oklch.ts'
import { pictureOverlay } from './form-picture.ts'

/** `paper` over a colour, as browsers blend them. */
function blend(paper: string, opacity: number, below: string): string {
	const [front, back] = [parseHex(paper) ?? [0, 0, 0], parseHex(below) ?? [0, 0, 0]]
	const mixed = front.map((channel, at) => Math.round(channel * opacity + (back[at] ?? 0) * (1 - opacity)))
	return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

it.each([
	['light', '#1c1a17'],
	['dark', '#f3efe7'],
] as const)('words of a %s page are read at 4.5 to 1 over any picture', (theme, ink) => {
	const { paper, opacity } = pictureOverlay[theme]
	for (const below of ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#808080'])
		expect(contrast(blend(paper, opacity, below), ink), below).toBeGreaterThanOrEqual(4.5)
})
