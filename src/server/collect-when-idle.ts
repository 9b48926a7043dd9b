import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const interval = 5000
/** Largest share of an interval in which the event loop may have worked. */
const idleShare = 0.02
/** Growth of the heap since the last collection that is worth another one, in bytes. */
const worthwhile = 4 * 1024 * 1024

/**
 * Collects garbage after the start and after each busy period, once the process is idle. V8 returns the memory of such a
 * peak only in a collection, and an idle process allocates too little to cause one.
 * @returns ends the checks
 */
export function collectWhenIdle(): () => void {
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('gc') as () => void
	let collected = 0
	let before = performance.eventLoopUtilization()
	const timer = setInterval(() => {
		const present = performance.eventLoopUtilization()
		const { utilization } = performance.eventLoopUtilization(present, before)
		before = present
		if (utilization > idleShare || getHeapStatistics().total_heap_size < collected + worthwhile) return
		collect()
		collected = getHeapStatistics().total_heap_size
	}, interval)
	timer.unref()
	return () => clearInterval(timer)
}
