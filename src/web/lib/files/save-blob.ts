/** Downloads a blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob)
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Renders an SVG text as a PNG of `size` pixels square. */
export async function svgToPng(svg: string, size: number): Promise<Blob> {
	const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
	try {
		const image = new Image(size, size)
		image.src = url
		await image.decode()
		const canvas = document.createElement('canvas')
		canvas.width = size
		canvas.height = size
		canvas.getContext('2d')?.drawImage(image, 0, 0, size, size)
		return await new Promise<Blob>((resolve, reject) =>
			canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.')))),
		)
	} finally {
		URL.revokeObjectURL(url)
	}
}
