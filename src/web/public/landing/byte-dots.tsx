const perLine = 64
const size = 8

/** As many dots as the script has bytes; two rectangles filled with a pattern, whatever the number. */
export function ByteDots({ bytes }: { bytes: number }) {
	const lines = Math.floor(bytes / perLine)
	const rest = bytes % perLine
	const height = (lines + (rest > 0 ? 1 : 0)) * size
	const count = bytes.toLocaleString('en')
	return (
		<div>
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
			<p className="cap nums">
				One dot, one byte, {perLine} to a line: the whole script, compressed. {count} in all.
			</p>
		</div>
	)
}
