import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openCode, shownCode } from '#e2e/support/shown-code.ts'
import { type HostSite, openHostSite } from '#test/fakes/host-site.ts'

test('the studio names the sites whose code reserves the height of an earlier layout, until they have the new one', async ({
	page: studio,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	await openSignedIn(studio, server.url, space, `walls/${space.wallId}`)
	await openCode(studio)
	const sites = studio.getByRole('region', { name: 'Seen on' })
	await expect(sites).toContainText('No site was seen to load this wall yet.')

	const shown = (way: string) => shownCode(studio, way)
	const reload = async () => {
		await studio.reload()
		await openCode(studio)
	}
	const visitor = await browser.newPage()
	const open: HostSite[] = []
	/** Puts code on a new site or an existing one, and visits it. */
	const visit = async (code: string, port = 0) => {
		const site = await openHostSite({ html: `<!doctype html><title>Host</title>${code}`, port })
		open.push(site)
		await visitor.goto(site.url)
		await expect(visitor.locator('plaudit-wall, iframe').first()).toBeVisible()
		return new URL(site.url)
	}
	const script = await visit(await shown('One script'))
	const frame = await visit(await shown('Frame'))
	const row = ({ host }: URL) => sites.getByRole('listitem').filter({ hasText: host })
	// Sites are written some seconds after their visits.
	await expect
		.poll(async () => {
			await reload()
			await sites.waitFor()
			return row(script).or(row(frame)).count()
		})
		.toBe(2)
	await expect(sites).not.toContainText('old code')

	await space.client.from('walls').update({ layout: 'badge' }).eq('id', space.wallId).throwOnError()
	await reload()
	await expect(row(script)).toContainText('still has the old code: copy the new one')
	await expect(row(frame)).toContainText('still has the old code: copy the new one')
	await expect(row(frame)).toContainText('Frame, reserves the height of Grid, last seen ')

	const { violations } = await new AxeBuilder({ page: studio }).include('.put-on-site').analyze()
	expect(violations.map(({ id }) => id)).toEqual([])

	open[1]?.close()
	await visit(await shown('Frame'), Number(frame.port))
	await expect
		.poll(async () => {
			await reload()
			return row(frame).textContent()
		})
		.not.toContain('old code')
	await expect(row(script)).toContainText('still has the old code')
	for (const site of open) site.close()
	await visitor.close()
})
