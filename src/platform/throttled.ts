/** Shares one run of `work` among callers and keeps its outcome for a while. @param milliseconds from its end */
export function throttled<Result>(milliseconds: number, work: () => Promise<Result>): () => Promise<Result> {
	let last: { outcome: Promise<Result>; until: number } | undefined
	return () => {
		if (last && performance.now() < last.until) return last.outcome
		const run = { outcome: work(), until: Number.POSITIVE_INFINITY }
		const settle = () => {
			run.until = performance.now() + milliseconds
		}
		run.outcome.then(settle, settle)
		last = run
		return run.outcome
	}
}
