import { makeSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { atMost, type Figure, plain, quantile } from './figure.ts'
import { memoryOf } from './processes.ts'

const recipientCount = 10_000
const runs = 3

/** Measures a list of 10,000 recipients through rest/v1, with broken, repeated and foreign addresses among them. */
export async function measureInvitations(server: Server): Promise<Figure[]> {
	const before = await memoryOf(server.pid, false)
	const times: number[] = []
	const repeats: number[] = []
	let queued = 0
	for (let run = 0; run < runs; run++) {
		const space = await makeSpace(server.url)
		const invite = async () => {
			const started = performance.now()
			const { data } = await space.client
				.rpc('invite_customers', {
					form_id: space.formId,
					recipients: recipients(run),
					subject: 'How was it?',
					message: 'Hello {name},',
				})
				.throwOnError()
			queued = (data as { state: string | null }[]).filter(({ state }) => state === 'queued').length
			return performance.now() - started
		}
		times.push(await invite())
		repeats.push(await invite())
		// Else mails of one run would be sent during the next.
		await space.client.from('forms').update({ is_open: false }).eq('id', space.formId).throwOnError()
	}
	return [
		atMost('10,000 recipients, median of three', quantile(times, 0.5) / 1000, 's', 3),
		plain('the same list again', quantile(repeats, 0.5) / 1000, 's'),
		plain('queued of the second', queued, 'invitations'),
		atMost('memory of the server afterwards', (await memoryOf(server.pid, false)) - before, 'MiB', 64),
	]
}

function recipients(run: number) {
	return Array.from({ length: recipientCount }, (_, n) => ({ email: addressOf(run, n), name: `Name ${n}` }))
}

function addressOf(run: number, n: number): string {
	if (n % 10 === 1) return `person-${run}-${n}@bücher-${n % 50}.example`
	if (n % 10 === 2) return `not an address ${n}`
	if (n % 10 === 3) return `person-${run}-${n - 3}@shop-${(n - 3) % 50}.example`
	if (n % 10 === 4) return `person-${n}@b.example\r\nBcc: other@b.example`
	return `person-${run}-${n}@shop-${n % 50}.example`
}
