import sharp from 'sharp'

const width = 1200
const height = 900

/** Paints a pot on a table, a plausible photo for the demo, as a JPEG. */
export async function paintPot([glaze, clay, wall]: readonly [string, string, string]): Promise<Buffer> {
	const pixels = Buffer.alloc(width * height * 3)
	const colours = { glaze: rgb(glaze), clay: rgb(clay), wall: rgb(wall) }
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const [red, green, blue] = colourAt(x / height - 0.667, y / height, colours)
			const at = (y * width + x) * 3
			pixels[at] = red
			pixels[at + 1] = green
			pixels[at + 2] = blue
		}
	return sharp(pixels, { raw: { width, height, channels: 3 } })
		.blur(1.2)
		.jpeg({ quality: 88 })
		.toBuffer()
}

type Colour = readonly [number, number, number]
type Colours = Record<'glaze' | 'clay' | 'wall', Colour>

/** `x` from the center and `y` from the top, in heights of the image. Light comes from the left. */
function colourAt(x: number, y: number, { glaze, clay, wall }: Colours): Colour {
	const top = 0.24
	const bottom = 0.8
	const radius = radiusAt((y - top) / (bottom - top))
	if (y > top && y < bottom && Math.abs(x) < radius) {
		const side = x / radius
		const light = 0.55 + 0.5 * Math.sqrt(1 - side * side) - 0.22 * side
		const drip = bottom - 0.16 + 0.02 * Math.sin(side * 9) + 0.012 * Math.sin(side * 23)
		const shine = Math.max(0, 1 - ((side + 0.42) ** 2 + (y - 0.42) ** 2 * 6) * 9) * 60
		return shade(y < drip ? glaze : clay, light, y < drip ? shine : 0)
	}
	const table = y > 0.72
	const shadow = table && (x - 0.16) ** 2 / 0.16 + (y - 0.82) ** 2 / 0.006 < 1 ? 0.72 : 1
	const fade = 1.04 - 0.22 * (x + 0.667) - 0.1 * y
	return table ? shade(clay, (0.95 + 0.5 * (1 - y)) * shadow, 26) : shade(wall, fade * shadow, 0)
}

/** Outline of shoulder, belly and foot; `t` runs from the lip to the foot. */
function radiusAt(t: number): number {
	return 0.13 + 0.16 * Math.sin(Math.min(1, Math.max(0, t)) ** 0.8 * Math.PI) + 0.03 * (1 - t)
}

function shade([red, green, blue]: Colour, light: number, more: number): Colour {
	const shade = (value: number) => Math.max(0, Math.min(255, Math.round(value * light + more)))
	return [shade(red), shade(green), shade(blue)]
}

function rgb(hex: string): Colour {
	const value = Number.parseInt(hex.slice(1), 16)
	return [value >> 16, (value >> 8) & 255, value & 255]
}
