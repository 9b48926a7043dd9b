import { withTimeout } from '#platform/with-timeout.ts'
import { type MetricDefinition, type MetricName, metricDefinitions } from './metric-definitions.ts'
import { renderMetrics, type Sample } from './render-metrics.ts'
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts'

/** The numbers of a cache that /metrics reads. */
export type CacheStats = {
	readonly size: number
	readonly weight: number
	readonly hits: number
	readonly misses: number
}
type Collect = () => readonly Sample[] | Promise<readonly Sample[]>

/** The counters of this process, and the sources that are read for each request of /metrics. */
export type Metrics = {
	requests: RequestMetrics
	/** Adds to a counter. Label values are given in the order of the definition, and must be bounded. */
	add(name: MetricName, labels?: readonly string[], by?: number): void
	/** Shows a cache under a name. A cache of the same name replaces the former. */
	cache(name: string, stats: CacheStats): void
	/** Registers a source of values. One that fails, or takes longer than three seconds, is left out of that answer. */
	collect(source: Collect): void
	render(): Promise<string>
}

/** Milliseconds: Prometheus ends a scrape after ten seconds, and a database that hangs must not hide the other values. */
const sourceTimeout = 3000
/** Sets of labels of one counter; the rest are counted together. */
const maxSeries = 300

export function createMetrics(): Metrics {
	const counters = new Map<MetricName, Map<string, Sample & { labels: Record<string, string> }>>()
	const caches = new Map<string, CacheStats>()
	const sources: Collect[] = []
	const requests = createRequestMetrics()

	function add(name: MetricName, labels: readonly string[] = [], by = 1): void {
		const series = counters.get(name) ?? new Map()
		counters.set(name, series)
		const isNew = !series.has(labels.join('\n'))
		const values = isNew && series.size >= maxSeries ? labels.map(() => 'other') : labels
		const key = values.join('\n')
		const known = series.get(key)
		if (known) known.value += by
		else series.set(key, { name, labels: labelsOf(name, values), value: by })
	}

	return {
		requests,
		add,
		cache: (name, stats) => caches.set(name, stats),
		collect: (source) => sources.push(source),
		async render() {
			const tooLate = () => new Error('the source did not answer in time')
			const outcomes = await Promise.allSettled(
				sources.map((source) => withTimeout(sourceTimeout, Promise.resolve().then(source), tooLate)),
			)
			const collected = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
			const counted = [...counters.values()].flatMap((series) => [...series.values()])
			const cached = [...caches].flatMap(([name, stats]) => cacheSamples(name, stats))
			return renderMetrics([...requests.samples(), ...counted, ...cached, ...collected])
		},
	}
}

function labelsOf(name: MetricName, values: readonly string[]): Record<string, string> {
	const definition: MetricDefinition = metricDefinitions[name]
	return Object.fromEntries((definition.labels ?? []).map((label, index) => [label, values[index] ?? '']))
}

function cacheSamples(cache: string, { hits, misses, size, weight }: CacheStats): Sample[] {
	const labels = { cache }
	return [
		{ name: 'plaudit_cache_hits_total', labels, value: hits },
		{ name: 'plaudit_cache_misses_total', labels, value: misses },
		{ name: 'plaudit_cache_entries', labels, value: size },
		{ name: 'plaudit_cache_weight', labels, value: weight },
	]
}
