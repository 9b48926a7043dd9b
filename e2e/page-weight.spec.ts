import { readFile } from 'node:fs/promises'
import { budgets, weigh } from '#test/page-weight.ts'
import { submit } from '#test/space.ts'
import { expect, test } from './fixtures.ts'

const KiB = 1024

test('every public page keeps its budget, calls nobody else and does not shift', async ({
	browser,
	server,
	space,
}) => {
	const { id } = await submit(server.url, space)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const pages = [
		['collect', `/collect/${space.slug}`],
		['landing', '/'],
		['wall', `/w/${space.slug}`],
		['auth', '/auth'],
	] as const
	for (const [name, path] of pages) {
		const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
		const weight = await weigh(page, `${server.url}${path}`)
		expect
			.soft(weight.script / KiB, `${name}: JavaScript`)
			.toBeLessThanOrEqual(budgets[name].script)
		expect
			.soft((weight.document + weight.style) / KiB, `${name}: HTML and CSS`)
			.toBeLessThanOrEqual(budgets[name].document)
		expect.soft(weight.foreign, `${name}: requests elsewhere`).toEqual([])
		expect.soft(weight.layoutShift, `${name}: layout shift`).toBe(0)
		expect.soft(await page.context().cookies(), `${name}: cookies`).toEqual([])
		await page.close()
	}
})

test('the embed script stays under two KiB', async () => {
	const figures = JSON.parse(
		await readFile(new URL('../dist/figures.json', import.meta.url), 'utf8'),
	)
	expect(figures['embed/embed.js'].gzip).toBeLessThanOrEqual(2 * KiB)
})
