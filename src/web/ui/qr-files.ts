import { saveBlob, svgToPng } from '#web/lib/save-picture.ts'
import { qrPath, qrSvg } from './qr-path.ts'

const pngPixels = 1024

/** Saves the QR code of a link as a file: SVG for printers, PNG of 1,024 px for everything else. */
export async function saveQrCode(link: string, name: string, kind: 'svg' | 'png'): Promise<void> {
	const svg = qrSvg(await qrPath(link))
	const blob =
		kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await svgToPng(svg, pngPixels)
	saveBlob(blob, `${name}.${kind}`)
}
