import { describe, expect, it } from 'vitest'
import { renderHtml } from './templates/html.ts'
import { renderText } from './templates/text.ts'
import { mailTemplates } from './templates.ts'

const data = {
	email: 'isla@skerry.example',
	newEmail: 'new@skerry.example',
	code: '482913',
	space: 'Skerry',
	link: `https://praise.example/auth/confirm?token_hash=${'8f'.repeat(28)}&type=signup`,
	device: 'curl/8',
	requestedAt: '2026-11-20T14:06:00.000Z',
}

describe.each([...mailTemplates])('the mail %s', (name, write) => {
	const content = write(data)
	const html = renderHtml(content)
	const text = renderText(content)

	it('says the same in both parts, with code and link', () => {
		for (const block of content.blocks)
			if (block.kind === 'text' || block.kind === 'small') {
				expect(text.replaceAll('\n', ' ')).toContain(block.text)
				expect(html).toContain(block.text.replaceAll("'", '&#39;'))
			}
		const hasCode = content.blocks.some(({ kind }) => kind === 'code')
		expect(hasCode).toBe(name !== 'private_link')
		expect(text.includes(data.code)).toBe(hasCode)
		expect(html.includes(data.code)).toBe(hasCode)
		const hasLink = name !== 'reauthentication'
		expect(text.includes(data.link)).toBe(hasLink)
		expect(html.includes(data.link.replaceAll('&', '&amp;'))).toBe(hasLink)
	})

	it('fits a narrow window and a preview', () => {
		expect(content.subject.length).toBeLessThanOrEqual(60)
		expect(content.preview.length).toBeLessThanOrEqual(80)
		for (const line of text.split('\n'))
			if (!line.startsWith('https://')) expect(line.length).toBeLessThanOrEqual(66)
	})

	it('loads nothing and runs nothing', () => {
		expect(html).not.toMatch(/<script|<img|<link|url\(|@import|src=/)
	})
})
