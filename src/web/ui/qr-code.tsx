import { useQuery } from '@tanstack/react-query'
import { qrPath } from './qr-path.ts'
import './blocks.css'

/** A QR code of `text`, drawn as one SVG path. The encoder is loaded when the first one is shown. */
export function QrCode({
	text,
	label,
	size = 116,
}: {
	text: string
	label: string
	size?: number
}) {
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
