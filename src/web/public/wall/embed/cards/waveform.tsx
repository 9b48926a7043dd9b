const bars = 50
const pitch = 4
const height = 40
const leastHeight = 3

/** The waveform of audio as one path of vertical bars; bars of one height where the server measured none. */
export function Waveform({ peaks }: { peaks: readonly number[] | null }) {
	return (
		<svg className="wave" viewBox={`0 0 ${bars * pitch} ${height}`} preserveAspectRatio="none" aria-hidden="true">
			<path d={wavePath(peaks ?? [])} />
		</svg>
	)
}

/** Each bar is the highest of the peaks that it stands for. */
function wavePath(peaks: readonly number[]): string {
	const each = peaks.length / bars
	return Array.from({ length: bars }, (_, at) => {
		const highest = Math.max(0, ...peaks.slice(Math.floor(at * each), Math.max(Math.ceil((at + 1) * each), 1)))
		const length = Math.max(leastHeight, Math.round((highest / 100) * height))
		return `M${at * pitch + 2} ${(height - length) / 2}v${length}`
	}).join('')
}
