import { brandPalette } from '#shared/look/brand-color.ts'
import { contrast, hexToOklch, oklchToHex } from '#shared/look/oklch.ts'
import type { CardLook } from './draw/card-job.ts'

const paper: CardLook = {
	bg: '#fbf9f4',
	fg: '#1c1a17',
	soft: '#6b645a',
	mark: '#1f6b4a',
	stars: '#9a6200',
	rule: '#d9d1c2',
}

const night: CardLook = {
	bg: '#171512',
	fg: '#f3efe7',
	soft: '#a79f92',
	mark: '#7ccba2',
	stars: '#e8b04a',
	rule: '#322d26',
}

/**
 * The colours of a card: dark or light as the brand says; without a choice, the whole card takes the owner's colour, or is light
 * where there is none.
 */
export function cardLook(theme: string | null, color: string | null): CardLook {
	const palette = brandPalette(color)
	if (theme === 'dark') return palette ? { ...night, mark: palette.dark.brand } : night
	if (theme === 'light' || !palette || !color) return palette ? { ...paper, mark: palette.light.brand } : paper
	return ownerLook(color)
}

/** The owner's hue, dark enough for light text at 7:1 (WCAG 1.4.6). */
function ownerLook(color: string): CardLook {
	const given = hexToOklch(color) ?? { l: 0.4, c: 0, h: 0 }
	const hue = (l: number, c: number) => oklchToHex({ l, c: Math.min(given.c, c), h: given.h })
	const fg = hue(0.985, 0.012)
	let l = Math.min(given.l, 0.45)
	while (l > 0.2 && contrast(hue(l, 0.13), fg) < 8) l -= 0.01
	return {
		bg: hue(l, 0.13),
		fg,
		soft: hue(0.87, 0.045),
		mark: hue(0.83, 0.1),
		stars: '#f6c66b',
		rule: hue(l + 0.14, 0.11),
	}
}
