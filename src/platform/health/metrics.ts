import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'

/** Headers that proxies add. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']

/**
 * Requires the token if one is set; otherwise only requests from this machine that came through no proxy. Behind a
 * proxy that is not in TRUSTED_PROXIES every request seems local.
 * @param header reads a header of the request
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
	const isRelayed = proxyHeaders.some((name) => header(name) !== undefined)
	return !isRelayed && (ip === '::1' || ip.startsWith('127.'))
}

/** Metrics of the process in Prometheus format. */
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
