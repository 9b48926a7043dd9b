import {
	bucketOf,
	createRecentDurations,
	durationBounds,
	emptyCounts,
	type RecentDurations,
} from './recent-durations.ts'
import type { Sample } from './render-metrics.ts'

type RouteKey = { readonly method: string; readonly path: string }
type RouteTimes = { counts: Float64Array; sum: number; statuses: Map<number, number> }

/** Counts requests by the pattern of their route: an id never becomes a label. */
export type RequestMetrics = {
	/** Called for each answer. @param route an object of the route table, the same for each request */
	answered(route: RouteKey, status: number, milliseconds: number): void
	samples(): Sample[]
	/** Response times of all routes in the last hour; nothing before the first answer. */
	recent(): RecentDurations | undefined
}

/** Costs a look-up and a few additions for each request; the text is made for /metrics alone. */
export function createRequestMetrics(): RequestMetrics {
	const routes = new Map<RouteKey, RouteTimes>()
	const recent = createRecentDurations()
	return {
		answered(route, status, milliseconds) {
			let times = routes.get(route)
			if (!times) {
				times = { counts: emptyCounts(), sum: 0, statuses: new Map() }
				routes.set(route, times)
			}
			const seconds = milliseconds / 1000
			const at = bucketOf(seconds)
			recent.add(at)
			times.counts[at] = (times.counts[at] as number) + 1
			times.sum += seconds
			times.statuses.set(status, (times.statuses.get(status) ?? 0) + 1)
		},
		samples: () => [...merged(routes)].flatMap(([key, times]) => samplesOf(JSON.parse(key), times)),
		recent: recent.read,
	}
}

/** Several objects may stand for one pattern, such as the unknown addresses of a wire. */
function merged(routes: ReadonlyMap<RouteKey, RouteTimes>): Map<string, RouteTimes> {
	const byPattern = new Map<string, RouteTimes>()
	for (const [{ method, path }, { counts, sum, statuses }] of routes) {
		const key = JSON.stringify({ method, route: path })
		const known = byPattern.get(key)
		if (!known) byPattern.set(key, { counts: counts.slice(), sum, statuses: new Map(statuses) })
		else {
			counts.forEach((count, at) => {
				known.counts[at] = (known.counts[at] as number) + count
			})
			known.sum += sum
			for (const [status, count] of statuses) known.statuses.set(status, (known.statuses.get(status) ?? 0) + count)
		}
	}
	return byPattern
}

function samplesOf(labels: { method: string; route: string }, { counts, sum, statuses }: RouteTimes): Sample[] {
	const name = 'plaudit_http_request_duration_seconds'
	let total = 0
	const buckets = [...counts].map((count, at): Sample => {
		total += count
		return { name, series: '_bucket', labels: { ...labels, le: String(durationBounds[at] ?? '+Inf') }, value: total }
	})
	return [
		...[...statuses].map(
			([status, value]): Sample => ({
				name: 'plaudit_http_requests_total',
				labels: { ...labels, status: String(status) },
				value,
			}),
		),
		...buckets,
		{ name, series: '_sum', labels, value: sum },
		{ name, series: '_count', labels, value: total },
	]
}
