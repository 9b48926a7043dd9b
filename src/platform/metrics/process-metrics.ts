import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Config } from '#platform/config/config.ts'
import { productVersion } from '#platform/product-version.ts'
import type { Metrics } from './metrics.ts'
import type { Sample } from './render-metrics.ts'

const version = productVersion()
const quantiles = [0.5, 0.99, 1]
const startedAt = Date.now() / 1000 - process.uptime()

/** Version, memory, processor, event loop and disk of this process. */
export function collectProcess(metrics: Metrics, { DATA_DIR, MIN_FREE_DISK_MB }: Config): void {
	const delays = monitorEventLoopDelay({ resolution: 20 })
	delays.enable()
	let [delayCount, delaySeconds] = [0, 0]
	let lastUtilization = performance.eventLoopUtilization()

	metrics.collect((): Sample[] => {
		const { rss, heapUsed } = process.memoryUsage()
		const { user, system } = process.cpuUsage()
		const utilization = performance.eventLoopUtilization()
		const busy = performance.eventLoopUtilization(utilization, lastUtilization).utilization
		lastUtilization = utilization
		const waits = quantiles.map(
			(quantile): Sample => ({
				name: 'nodejs_eventloop_delay_seconds',
				labels: { quantile: String(quantile) },
				value: delays.count > 0 ? (quantile === 1 ? delays.max : delays.percentile(quantile * 100)) / 1e9 : 0,
			}),
		)
		delayCount += delays.count
		if (delays.count > 0) delaySeconds += (delays.mean * delays.count) / 1e9
		delays.reset()
		return [
			{ name: 'plaudit_build_info', labels: { version, node: process.versions.node }, value: 1 },
			{ name: 'process_resident_memory_bytes', value: rss },
			{ name: 'process_cpu_seconds_total', value: (user + system) / 1e6 },
			{ name: 'process_start_time_seconds', value: startedAt },
			{ name: 'process_uptime_seconds', value: process.uptime() },
			{ name: 'nodejs_heap_used_bytes', value: heapUsed },
			{ name: 'nodejs_eventloop_utilization_ratio', value: busy },
			...waits,
			{ name: 'nodejs_eventloop_delay_seconds', series: '_sum', value: delaySeconds },
			{ name: 'nodejs_eventloop_delay_seconds', series: '_count', value: delayCount },
		]
	})

	metrics.collect(async (): Promise<Sample[]> => {
		const { bavail, blocks, bsize } = await statfs(DATA_DIR)
		return [
			{ name: 'plaudit_data_dir_free_bytes', value: bavail * bsize },
			{ name: 'plaudit_data_dir_size_bytes', value: blocks * bsize },
			{ name: 'plaudit_data_dir_reserved_bytes', value: MIN_FREE_DISK_MB * 1024 ** 2 },
		]
	})
}
