const step = 4
const height = 48

/** The heights of a recording's sound, as a picture beside its controls. @param peaks from 0 to 100 */
export function Waveform({ peaks }: { peaks: readonly number[] }) {
	const bars = peaks.map((peak, at) => {
		const half = Math.max(1, (peak / 100) * (height / 2 - 2))
		return `M${at * step + 2} ${round(height / 2 - half)}v${round(half * 2)}`
	})
	return (
		<svg
			className="wave"
			viewBox={`0 0 ${peaks.length * step} ${height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			<path d={bars.join('')} />
		</svg>
	)
}

const round = (value: number) => Math.round(value * 10) / 10
