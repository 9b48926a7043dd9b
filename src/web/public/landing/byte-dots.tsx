const perLine = 64
const size = 8

/** One dot per byte of the script, as two rectangles filled with a pattern. */
export function ByteDots({ bytes }: { bytes: number }) {
	const lines = Math.floor(bytes / perLine)
	const rest = bytes % perLine
	const height = (lines + (rest > 0 ? 1 : 0)) * size
	const count = bytes.toLocaleString('en')
	return (
		<svg
			className="bytes"
			viewBox={`0 0 ${perLine * size} ${height}`}
			role="img"
			aria-label={`${count} dots in rows of ${perLine}, one for each byte of the script`}
		>
			<defs>
				<pattern id="dot" width={size} height={size} patternUnits="userSpaceOnUse">
					<circle cx="4" cy="4" r="2.3" fill="currentColor" />
				</pattern>
			</defs>
			<rect width={perLine * size} height={lines * size} fill="url(#dot)" />
			<rect y={lines * size} width={rest * size} height={size} fill="url(#dot)" />
		</svg>
	)
}
