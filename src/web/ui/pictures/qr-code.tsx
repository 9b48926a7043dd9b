import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { saveBlob, svgToPng } from '#web/lib/files/save-blob.ts'
import { Button } from '#web/ui/button.tsx'
import '#web/ui/notices/empty-state.css'

/** A QR code of `text` as one SVG path. The encoder is loaded on first use. */
export function QrCode({ text, label, size = 116 }: { text: string; label: string; size?: number }) {
	const drawn = useQuery({
		queryKey: ['qr', text],
		queryFn: () => qrPath(text),
		staleTime: Number.POSITIVE_INFINITY,
	})
	const cells = drawn.data?.cells ?? 1
	return (
		<svg
			className="ui-qr"
			width={size}
			height={size}
			viewBox={`0 0 ${cells} ${cells}`}
			shapeRendering="crispEdges"
			role="img"
			aria-label={label}
		>
			<path fill="currentColor" d={drawn.data?.path ?? ''} />
		</svg>
	)
}

/** Buttons that download the QR code of a link as an image file. */
export function QrCodeDownloads(props: { link: string; name: string; iconSize: number; onSaved: () => void }) {
	const { link, name, iconSize, onSaved } = props
	return (['svg', 'png'] as const).map((kind) => (
		<Button key={kind} size="tiny" onClick={() => void saveQrCode(link, name, kind).then(onSaved)}>
			<Download size={iconSize} aria-hidden="true" />
			{kind.toUpperCase()}
		</Button>
	))
}

/** A QR code as an SVG path on a grid of `cells` × `cells`, without a margin. */
type QrPath = { path: string; cells: number }

/** Encodes `text`; the encoder is loaded on first use. */
async function qrPath(text: string): Promise<QrPath> {
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

/** The same code as an SVG file, black on white, with the four-cell margin that readers need. */
function qrSvg({ path, cells }: QrPath): string {
	const edge = cells + 8
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${edge} ${edge}" shape-rendering="crispEdges"><path fill="#fff" d="M-4-4h${edge}v${edge}h-${edge}z"/><path d="${path}"/></svg>`
}

const pngPixels = 1024

/** SVG is for printers, PNG of 1,024 px for everything else. */
async function saveQrCode(link: string, name: string, kind: 'svg' | 'png'): Promise<void> {
	const svg = qrSvg(await qrPath(link))
	const blob = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await svgToPng(svg, pngPixels)
	saveBlob(blob, `${name}.${kind}`)
}
