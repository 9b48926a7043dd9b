import { Agent, get } from 'node:http'
import { quantile } from './figure.ts'

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
			fetchStatus(url, agent, headers).then(
				(status) => {
					latencies.push(performance.now() - due)
					if (status !== 200) failed++
				},
				() => {
					failed++
				},
			),
		)
	}
	await Promise.all(pending)
	agent.destroy()
	const took = (performance.now() - began) / 1000
	return { perSecond: latencies.length / took, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), failed }
}

/** Reads a whole answer over a kept connection. @returns its status */
export function fetchStatus(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { agent, headers }, (response) => {
			response.resume()
			response.on('end', () => resolve(response.statusCode ?? 0))
			response.on('error', reject)
		}).on('error', reject)
	})
}
