import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'

/** What proxies add to what they pass on. */
const relayed = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']

/**
 * With a token set it is asked for; without one only this machine may read, and no proxy on it: behind one that is not in
 * TRUSTED_PROXIES all the world seems to come from here.
 * @param header reads one of the request's
 */
export function mayReadMetrics(
	ip: string,
	header: (name: string) => string | undefined,
	token: string | undefined,
): boolean {
	if (token) {
		const given = Buffer.from(header('authorization') ?? '')
		const expected = Buffer.from(`Bearer ${token}`)
		return given.length === expected.length && timingSafeEqual(given, expected)
	}
	const isRelayed = relayed.some((name) => header(name) !== undefined)
	return !isRelayed && (ip === '::1' || ip.startsWith('127.'))
}

/** What the process uses, as Prometheus reads it. */
export async function metrics(dataDir: string): Promise<string> {
	const { rss, heapUsed } = process.memoryUsage()
	const disk = await statfs(dataDir)
	const { user, system } = process.cpuUsage()
	const values: [name: string, kind: 'gauge' | 'counter', value: number][] = [
		['process_resident_memory_bytes', 'gauge', rss],
		['nodejs_heap_used_bytes', 'gauge', heapUsed],
		['process_cpu_seconds_total', 'counter', (user + system) / 1e6],
		['process_uptime_seconds', 'gauge', process.uptime()],
		['plaudit_data_dir_free_bytes', 'gauge', disk.bavail * disk.bsize],
	]
	return values.map(([name, kind, value]) => `# TYPE ${name} ${kind}\n${name} ${value}\n`).join('')
}
