import type { Email } from 'postal-mime'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { expect, test } from '#e2e/support/mail-fixtures.ts'
import { postOneClick } from '#e2e/support/one-click.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'
import { plaudit } from '#test/support/server-process.ts'

for (const width of flowWidths(360))
	test(`the daily digest arrives, and the mail program’s own POST stops it, at ${width} px`, async ({
		page,
		server,
		space,
		smtp,
	}) => {
		const own = (): Email[] => smtp.received.filter(({ to }) => to?.some(({ address }) => address === space.email))
		const sql = async (query: string) => plaudit(server, ['sql', '-c', query])
		/** As if it were 08:00 of the next day. */
		const makeDigestDue = async () =>
			sql(
				`update private.notification_mails set run_at = now() where closed_at is null and space_id = '${space.spaceId}'`,
			)
		await page.setViewportSize({ width, height: 800 })
		await openSignedIn(page, server.url, space, 'space/notifications')
		await page.getByRole('radio', { name: /One mail a day/ }).click()
		const choice = async () => (await space.client.from('notification_settings').select('new_testimonial')).data
		await expect.poll(choice).toEqual([{ new_testimonial: 'daily' }])
		await submitTestimonial(server.url, space, { author: { name: 'Ines Castellanos' }, body: 'The mug sings again.' })
		await submitTestimonial(server.url, space, { author: { name: 'Noor Haddad' }, body: 'Blue as on the picture.' })
		const waiting = async () =>
			sql(
				`select 'waits: ' || count(*) from private.notification_mails where closed_at is null and space_id = '${space.spaceId}'`,
			)
		const collected = async () =>
			sql(`select 'holds: ' || count(*) from private.notification_items where space_id = '${space.spaceId}'`)
		await expect.poll(collected).toContain('holds: 2')
		expect(await waiting()).toContain('waits: 1')
		expect(own()).toEqual([])
		await makeDigestDue()
		await expect.poll(() => own().length).toBe(1)
		const [digest] = own()
		expect(digest?.subject).toMatch(/^Northlight Frames on \w+day: 2 new$/)
		expect(digest?.text).toContain('The mug sings again.')
		expect(digest?.text).toContain('Blue as on the picture.')

		if (digest) await postOneClick(digest)
		await page.reload()
		await expect(page.getByRole('radio', { name: /No mail/ })).toBeChecked()
		await submitTestimonial(server.url, space, { author: { name: 'Third' }, body: 'Nobody is told of these words.' })
		const isDistributed = async () =>
			sql(`select 'news: ' || count(*) from private.notification_events where space_id = '${space.spaceId}'`)
		await expect.poll(isDistributed).toContain('news: 0')
		expect(await waiting()).toContain('waits: 0')
		expect(own()).toHaveLength(1)
	})
