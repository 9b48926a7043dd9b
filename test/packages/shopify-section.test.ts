import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const section = await readFile(new URL('../../packages/shopify/plaudit.liquid', import.meta.url), 'utf8')

it('the settings of the Shopify section are JSON, and each that the section reads is one of them', () => {
	const [, json = ''] = /\{% schema %\}(.*)\{% endschema %\}/s.exec(section) ?? []
	const { settings } = JSON.parse(json) as { settings: { id: string; type: string }[] }
	const ids = settings.map(({ id }) => id)
	const used = [...section.matchAll(/section\.settings\.(\w+)/g)].map((match) => match[1] ?? '')
	expect([...new Set(used)].sort()).toEqual(ids.toSorted())
})

it('every value that the Shopify section writes into the page is escaped or a number', () => {
	const written = [...section.matchAll(/\{\{(.*?)\}\}/g)].map((match) => match[1] ?? '')
	expect(written.length).toBeGreaterThan(5)
	for (const value of written) expect(value).toMatch(/\| escape|\| url_encode|section\.settings\.height/)
})

it('each opened tag of the Shopify section is closed', () => {
	const count = (tag: string) => [...section.matchAll(new RegExp(`\\{%-?\\s*${tag}\\b`, 'g'))].length
	expect([count('if'), count('comment'), count('schema')]).toEqual([
		count('endif'),
		count('endcomment'),
		count('endschema'),
	])
	expect(section).not.toMatch(/https?:\/\/(?!praise\.example\.com)[a-z]/)
})
