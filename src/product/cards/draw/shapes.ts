import type { CardLook } from './card-job.ts'

/** Shapes of our own as a picture. */
export function svg(width: number, height: number, shapes: string): Buffer {
	return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`)
}

const starSize = 28
const starGap = 8
export const starRowWidth = 5 * starSize + 4 * starGap

/** Five stars: those of the rating filled, an average's last one in part, the rest in outline. */
export function starRow(rating: number, left: number, top: number, color: string, isMirrored: boolean): string {
	return Array.from({ length: 5 }, (_, at) => {
		const step = isMirrored ? 4 - at : at
		const x = left + step * (starSize + starGap)
		const path = `<path d="${starPath(x + starSize / 2, top + starSize / 2, starSize / 2)}"`
		const outline = `${path} fill="none" stroke="${color}" stroke-width="1.6" stroke-linejoin="round"/>`
		const part = Math.min(1, Math.max(0, rating - at))
		if (part === 1) return `${path} fill="${color}"/>`
		if (part === 0) return outline
		const clip = `<clipPath id="part"><rect x="${isMirrored ? x + starSize * (1 - part) : x}" y="${top}" width="${starSize * part}" height="${starSize}"/></clipPath>`
		return `${outline}${clip}${path} fill="${color}" clip-path="url(#part)"/>`
	}).join('')
}

/** A star with five points, the first one upwards. */
function starPath(x: number, y: number, radius: number): string {
	const points = Array.from({ length: 10 }, (_, at) => {
		const angle = (at * Math.PI) / 5 - Math.PI / 2
		const length = at % 2 === 0 ? radius : radius * 0.42
		return `${(x + length * Math.cos(angle)).toFixed(2)} ${(y + length * Math.sin(angle)).toFixed(2)}`
	})
	return `M${points.join('L')}Z`
}

export const playSize = 96

/** A play button, for the still picture of a video. */
export function playMark({ bg, mark }: CardLook): Buffer {
	const shapes = `<circle cx="48" cy="48" r="48" fill="${bg}" fill-opacity=".92"/><path d="M36 26v44l38-22z" fill="${mark}"/>`
	return svg(playSize, playSize, shapes)
}
