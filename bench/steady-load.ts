import { Agent, get } from 'node:http'

export type SteadyLoad = { perSecond: number; p50: number; p99: number; failed: number }

/**
 * Sends requests at a constant rate regardless of the response times (an open workload model). Latency counts from
 * the scheduled time, so a stall affects every request that it delays.
 * @param perSecond requests per second
 */
export async function steadyLoad(
	url: string,
	perSecond: number,
	seconds: number,
	headers: Record<string, string> = {},
): Promise<SteadyLoad> {
	const agent = new Agent({ keepAlive: true, maxSockets: 16 })
	const latencies: number[] = []
	const pending: Promise<void>[] = []
	let failed = 0
	const began = performance.now()
	for (let visitor = 0; visitor < perSecond * seconds; visitor++) {
		const due = began + (visitor * 1000) / perSecond
		const early = due - performance.now()
		if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
		pending.push(
			read(url, agent, headers).then(
				(isOk) => {
					latencies.push(performance.now() - due)
					if (!isOk) failed++
				},
				() => {
					failed++
				},
			),
		)
	}
	await Promise.all(pending)
	agent.destroy()
	latencies.sort((a, b) => a - b)
	const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
	const took = (performance.now() - began) / 1000
	return { perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99), failed }
}

function read(url: string, agent: Agent, headers: Record<string, string>): Promise<boolean> {
	return new Promise((resolve, reject) => {
		get(url, { agent, headers }, (response) => {
			response.resume()
			response.on('end', () => resolve(response.statusCode === 200))
			response.on('error', reject)
		}).on('error', reject)
	})
}
