import { expect, it } from 'vitest'
import { shareReplicatedServer } from '#test/support/postgres/replicated-server.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { plaudit } from '#test/support/server-process.ts'

const replicated = shareReplicatedServer()

it('after the promotion of a standby that misses rows, pages show what it has, and a repeated submission is stored once', async () => {
	const { postgres, server } = replicated
	const space = await makeSpace(server.url)
	const approve = (id: string) =>
		space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const kept = await submitTestimonial(server.url, space, { body: 'It reached the standby.' })
	await approve(kept.id)
	await postgres.cutStandby()

	const missed = 'It never reached the standby.'
	const send = () =>
		fetch(`${server.url}/functions/v1/submit`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'idempotency-key': 'a5a5d1f0-24c8-4f0a-9d7e-0c6c1f1d0b11' },
			body: JSON.stringify(submissionBody(space, { body: missed })),
		})
	const lost = (await (await send()).json()) as { id: string; receipt_url: string }
	await approve(lost.id)
	const wall = `${server.url}/w/${space.slug}`
	const read = async (headers: Record<string, string> = {}) => {
		const answer = await fetch(wall, { headers })
		return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' }
	}
	await expect.poll(async () => (await read()).text).toContain(missed)
	const before = await read()

	postgres.failOver()
	await postgres.stopWaiting()
	await expect.poll(async () => (await read()).text).not.toContain(missed)
	expect((await read()).text).toContain('It reached the standby.')
	expect((await fetch(lost.receipt_url)).status).toBe(404)

	await expect.poll(async () => (await send()).status).toBe(201)
	const again = (await (await send()).json()) as { id: string }
	const rows = await postgres.query(`select id from public.testimonials where body = '${missed}'`)
	expect(rows).toEqual([{ id: again.id }])
	// As many changes as before were made since, so that a counter would say that nothing is new.
	const other = await submitTestimonial(server.url, space, { body: 'It came after the promotion.' })
	await approve(other.id)
	await expect.poll(async () => (await read({ 'if-none-match': before.etag })).text).toContain('It came after')
	const verified = await plaudit(server, ['verify', '--json'], { DATABASE_URL: postgres.url })
	expect(JSON.parse(verified)).toMatchObject({ problems: [] })
})
