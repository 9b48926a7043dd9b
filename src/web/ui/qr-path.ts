/** A QR code as an SVG path on a grid of `cells` × `cells`, without a margin. */
export type QrPath = { path: string; cells: number }

/** Encodes `text`; the encoder arrives on first use. */
export async function qrPath(text: string): Promise<QrPath> {
	const { encode } = await import('uqr')
	const { data, size } = encode(text, { ecc: 'M', border: 0 })
	const runs: string[] = []
	data.forEach((row, y) => {
		let from = -1
		for (let x = 0; x <= size; x++) {
			if (row[x] && from < 0) from = x
			if (!row[x] && from >= 0) {
				runs.push(`M${from} ${y}h${x - from}v1h-${x - from}z`)
				from = -1
			}
		}
	})
	return { path: runs.join(''), cells: size }
}

/** The same code as a whole SVG file, black on white, with the four-cell margin that readers need. */
export function qrSvg({ path, cells }: QrPath): string {
	const edge = cells + 8
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${edge} ${edge}" shape-rendering="crispEdges"><path fill="#fff" d="M-4-4h${edge}v${edge}h-${edge}z"/><path d="${path}"/></svg>`
}
