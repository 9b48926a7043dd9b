import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { defaultTheme, wallLayouts } from '#shared/wall/wall.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { recordingItems } from '#web/public/wall/sample-recordings.ts'

describe('embed size', () => {
	it.each([
		['the embed script', 'vite.embed.config.ts'],
		['the loader of forms', 'vite.form.config.ts'],
		['the prompt', 'vite.prompt.config.ts'],
	])('%s is at most 2,048 bytes after gzip', async (_, configFile) => {
		const built = await build({ configFile, logLevel: 'silent', build: { write: false } })
		const [bundle] = Array.isArray(built) ? built : []
		const [script, ...others] = bundle?.output ?? []
		expect(others).toEqual([])
		expect(script?.type === 'chunk' && script.imports).toEqual([])
		const code = script?.type === 'chunk' ? script.code : ''
		expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(2048)
	})

	it('the player, which loads with the first recording that is played, is at most 2,560 bytes after gzip', async () => {
		const built = await build({ configFile: 'vite.player.config.ts', logLevel: 'silent', build: { write: false } })
		const [bundle] = Array.isArray(built) ? built : []
		const [script, ...others] = bundle?.output ?? []
		expect(others).toEqual([])
		expect(script?.type === 'chunk' && [...script.imports, ...script.dynamicImports]).toEqual([])
		const code = script?.type === 'chunk' ? script.code : ''
		expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(2560)
	})

	it.each([
		['text', {}, [], 3200],
		['text with titles', {}, plainItems.map((item) => ({ ...item, title: 'Quiet' })), 3200],
		['recordings with titles', {}, recordingItems.map((item) => ({ ...item, title: 'Quiet' })), 4096],
		['text in bubbles', { cards: 'bubble', shadow: true, density: 'airy', corners: 'round' }, [], 3200],
		['recordings', {}, recordingItems, 4096],
	] as const)('the style sheet of each layout of %s is small', async (_, theme, items, most) => {
		const { embedCss } = (await import('./embed-css.ts')) as typeof import('./embed-css.ts')
		for (const layout of wallLayouts) {
			const css = embedCss({
				wall: { id: '', slug: '', name: '', layout, theme: { ...defaultTheme, ...theme }, version: 1 },
				space: {
					id: '',
					name: '',
					about: null,
					url: null,
					logo: null,
					color: '#ff7a1a',
					locale: 'en',
					form: null,
				},
				counts: { chosen: 0, published: 0, spread: [0, 0, 0, 0, 0] },
				items: [...items],
				offset: 0,
				next: null,
				previous: null,
			})
			expect(css, layout).toContain('blockquote')
			expect(css, layout).not.toMatch(/var\(--(size|height|face|leading|most)-/)
			const lean = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
			expect(gzipSync(lean, { level: 9 }).length, layout).toBeLessThanOrEqual(most)
		}
	})
})
