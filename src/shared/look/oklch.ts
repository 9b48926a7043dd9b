/** A colour by lightness (0 to 1), chroma (0 to about 0.37) and hue (radians), after Ottosson's OKLab. */
export type Oklch = { l: number; c: number; h: number }

/** Reads `#rgb` or `#rrggbb`; anything else is null. Channels are 0 to 255. */
export function parseHex(color: string): [number, number, number] | null {
	const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
	const hex = short
		? `#${short
				.slice(1)
				.map((digit) => digit + digit)
				.join('')}`
		: color
	const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
	if (!long) return null
	return [hexByte(long[1]), hexByte(long[2]), hexByte(long[3])]
}

function hexByte(text: string | undefined): number {
	return Number.parseInt(text ?? '0', 16)
}

function toLinear(channel: number): number {
	const part = channel / 255
	return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function fromLinear(part: number): number {
	return 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
}

/** WCAG 2.2 relative luminance of a hex colour; an unreadable colour counts as black. */
export function luminance(color: string): number {
	const [r, g, b] = parseHex(color) ?? [0, 0, 0]
	return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b)
}

/** WCAG 2.2 contrast ratio of two hex colours, 1 to 21. */
export function contrast(one: string, other: string): number {
	const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
	return (bright + 0.05) / (dim + 0.05)
}

export function hexToOklch(color: string): Oklch | null {
	const rgb = parseHex(color)
	if (!rgb) return null
	const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])]
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
	const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
	const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
	return {
		l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		c: Math.hypot(a, bb),
		h: Math.atan2(bb, a),
	}
}

/** The nearest displayable colour of the same lightness and hue: chroma gives way, as CSS gamut mapping does. */
export function oklchToHex(color: Oklch): string {
	let low = 0
	let high = color.c
	let rgb = linearRgb(color)
	if (!displayable(rgb)) {
		for (let step = 0; step < 20; step++) {
			const middle = (low + high) / 2
			if (displayable(linearRgb({ ...color, c: middle }))) low = middle
			else high = middle
		}
		rgb = linearRgb({ ...color, c: low })
	}
	return `#${rgb.map(channelHex).join('')}`
}

function channelHex(part: number): string {
	const byte = Math.round(fromLinear(Math.min(1, Math.max(0, part))))
	return byte.toString(16).padStart(2, '0')
}

function displayable(rgb: number[]): boolean {
	return rgb.every((part) => part >= -0.0005 && part <= 1.0005)
}

function linearRgb({ l, c, h }: Oklch): [number, number, number] {
	const a = c * Math.cos(h)
	const b = c * Math.sin(h)
	const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
	const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
	const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
	return [
		4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
		-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
		-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
	]
}
