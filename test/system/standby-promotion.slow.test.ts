import { expect, it } from 'vitest'
import { shareReplicatedServer } from '#test/support/postgres/replicated-server.ts'
import { AcknowledgedSubmissions } from '#test/support/product/acknowledged-submissions.ts'
import { makeSpace } from '#test/support/product/make-space.ts'

const replicated = shareReplicatedServer()

it('a synchronous standby that is promoted has every acknowledged submission, takes new ones, and tells open inboxes', async () => {
	const { postgres, server } = replicated
	const space = await makeSpace(server.url)
	const submissions = new AcknowledgedSubmissions(server.url, space)
	const received = new Set<string>()
	await new Promise<void>((resolve) =>
		space.client
			.channel('inbox')
			.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'testimonials' }, ({ new: row }) =>
				received.add(row.id),
			)
			.subscribe((status) => status === 'SUBSCRIBED' && resolve()),
	)
	let acknowledged = 0
	const streaming = submissions.stream((isAnswered) => isAnswered && acknowledged++ < 100)
	await expect.poll(() => acknowledged).toBeGreaterThan(40)
	postgres.failOver()
	await postgres.stopWaiting()
	await streaming
	const after = async () => (await submissions.sendOne()) ?? ''
	let last = ''
	await expect.poll(async () => (last = await after())).not.toBe('')
	await expect
		.poll(async () => {
			if (!received.has(last)) last = await after()
			return received.has(last)
		})
		.toBe(true)
	await submissions.sendAgain()
	const rows = await postgres.query('select id, body from public.testimonials')
	expect(submissions.compareWith(rows as { id: string; body: string }[])).toMatchObject({ lost: 0, duplicated: 0 })
})
