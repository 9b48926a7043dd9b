/** The loudness of an audio recording as bars; `played` (0 to 1) colours its beginning. Time runs from the left in every language. */
export function Waveform({ peaks, played }: { peaks: readonly number[]; played?: number }) {
	return (
		<svg
			className="recording-wave"
			viewBox={`0 0 ${peaks.length * 3} 100`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			{peaks.map((peak, at) => {
				const height = Math.max(4, peak)
				return (
					<rect
						// biome-ignore lint/suspicious/noArrayIndexKey: bars never move
						key={at}
						x={at * 3 + 0.7}
						y={(100 - height) / 2}
						width="1.6"
						height={height}
						className={played !== undefined && at / peaks.length < played ? 'recording-wave-played' : undefined}
					/>
				)
			})}
		</svg>
	)
}
