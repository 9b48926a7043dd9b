/** Bars of a wave. */
export const waveBars = 64

/** A wave from the left in every language: `levels` are 0 to 1, and the rest up to 64 bars is silence. `played` is a part. */
export function Wave({ levels, played = 1 }: { levels: readonly number[]; played?: number }) {
	const bar = (level: number, index: number) => {
		const half = 1 + level * level * 36
		return `M${index * 5 + 3} ${(40 - half).toFixed(1)}v${(2 * half).toFixed(1)}`
	}
	const paths = levels.map(bar)
	const heard = Math.round(played * paths.length)
	const silent = Array.from({ length: waveBars - paths.length }, (_, index) => bar(0, paths.length + index))
	return (
		<svg className="wave" viewBox={`0 0 ${waveBars * 5} 80`} preserveAspectRatio="none" aria-hidden="true">
			<path className="off" d={[...paths.slice(heard), ...silent].join('')} />
			<path d={paths.slice(0, heard).join('')} />
		</svg>
	)
}
