import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'

/** Milliseconds that submissions took, and how many were not answered with 201. */
export type Latencies = { sent: number; p50: number; p99: number; slowest: number; failed: number }

/**
 * Sends submissions at a constant rate until `ended` settles. Latency counts from the scheduled time, so a stall affects every submission that it
 * delays.
 */
export async function sendSteadily(
	url: string,
	space: TestSpace,
	perSecond: number,
	ended: Promise<unknown>,
): Promise<Latencies> {
	const agent = new Agent({ keepAlive: true, maxSockets: 32 })
	const took: number[] = []
	const pending: Promise<void>[] = []
	let failed = 0
	let continues = true
	const stop = () => {
		continues = false
	}
	ended.then(stop, stop)
	const began = performance.now()
	for (let sent = 0; continues; sent++) {
		const due = began + (sent * 1000) / perSecond
		const early = due - performance.now()
		if (early > 0) await pause(early)
		const answered = send(url, space, agent).then(
			(status) => {
				took.push(performance.now() - due)
				if (status !== 201) failed++
			},
			() => {
				failed++
			},
		)
		pending.push(answered)
	}
	await Promise.all(pending)
	agent.destroy()
	took.sort((a, b) => a - b)
	const at = (share: number) => Math.round((took[Math.floor(took.length * share)] ?? 0) * 10) / 10
	return { sent: pending.length, p50: at(0.5), p99: at(0.99), slowest: Math.round(took.at(-1) ?? 0), failed }
}

function send(url: string, space: TestSpace, agent: Agent): Promise<number> {
	const body = JSON.stringify(submissionBody(space, { body: `They answered on a Sunday, ${randomUUID()}.` }))
	const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
	return new Promise((resolve, reject) => {
		const call = request(`${url}/functions/v1/submit`, { method: 'POST', agent, headers }, (response) => {
			response.resume()
			response.on('end', () => resolve(response.statusCode ?? 0))
			response.on('error', reject)
		})
		call.on('error', reject)
		call.end(body)
	})
}
