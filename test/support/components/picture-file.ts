/** A JPEG of one colour, as a person chooses it; sides in pixels. */
export async function pictureFile(name: string, side: number): Promise<File> {
	const canvas = new OffscreenCanvas(side, side)
	const context = canvas.getContext('2d')
	if (!context) throw new Error('The browser draws no picture.')
	context.fillStyle = '#a06030'
	context.fillRect(0, 0, side, side)
	return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' })
}
