import { Parser } from 'htmlparser2'
import { expect, it } from 'vitest'
import { wallLayouts } from '#shared/wall/wall.ts'
import { readTheme } from '#shared/wall/wall-settings.ts'
import { wallCases, wallOf } from '#test/support/walls/wall-cases.ts'
import { renderEmbed } from './wall-embed.tsx'

const themes = [{}, { more: 'place', lines: 3 }, { cards: 'bubble', days: true, sources: true, type: 'brand' }]

/** Elements and attributes of every layout, as wp_kses takes them. `npx vitest run src/web/public/wall/embed/wordpress-markup -u` writes the file. */
function allowedMarkup(): Record<string, string[]> {
	const found = new Map<string, Set<string>>()
	const parser = () =>
		new Parser({
			onopentag(tag, attributes) {
				if (tag === 'style') return
				const names = found.get(tag) ?? new Set()
				for (const name of Object.keys(attributes)) names.add(name.toLowerCase())
				found.set(tag, names)
			},
		})
	for (const layout of wallLayouts)
		for (const [name, items] of Object.entries(wallCases))
			for (const theme of themes) {
				const locale = name.endsWith('arabic') ? 'ar' : 'en'
				parser().end(renderEmbed(wallOf(layout, items, readTheme(theme), locale), 'https://p.example'))
			}
	return Object.fromEntries(
		[...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([tag, names]) => [tag, [...names].sort()]),
	)
}

it('the WordPress plugin allows the elements of every layout, and none that runs or loads', async () => {
	const markup = allowedMarkup()
	const entries = Object.entries(markup).map(([tag, names]) => {
		const line = `\t"${tag}": ${JSON.stringify(names).replaceAll(',', ', ')}`
		// The formatter of the repository divides lists that are longer than a line.
		return line.length < 119 ? line : `\t"${tag}": ${JSON.stringify(names, null, '\t').replaceAll('\n', '\n\t')}`
	})
	const text = `{\n${entries.join(',\n')}\n}\n`
	await expect(text).toMatchFileSnapshot('../../../../../packages/wordpress/plugin/includes/allowed-markup.json')
	expect(Object.keys(markup)).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/^(script|iframe|object|embed|link|meta|base|animate|set|style)$/)]),
	)
	expect(Object.values(markup).flat().join(' ')).not.toMatch(/\b(on[a-z]+|style|srcdoc|formaction|xlink:href)\b/)
})
