import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { WallPreview } from './wall-preview.tsx'

const htmlOf = (words: string) => `<style>.row{animation:go 9s linear infinite}</style><div class="room">${words}</div>`

function Previews({ html }: { html: string }) {
	return (
		<>
			<WallPreview html={html} />
			<WallPreview html={html} follows />
		</>
	)
}

const shown = () => [...document.querySelectorAll('plaudit-wall')].map((wall) => wall.shadowRoot?.textContent)

test('a change is shown in the first preview at once, and in those that follow after a frame', async () => {
	const screen = await render(<Previews html={htmlOf('before')} />)
	expect(shown()).toEqual(['before', 'before'])
	const seen: ReturnType<typeof shown>[] = []
	const first = document.querySelector('plaudit-wall')
	first?.addEventListener('load', () => seen.push(shown()), { once: true })
	await screen.rerender(<Previews html={htmlOf('after')} />)
	await expect.poll(shown).toEqual(['after', 'after'])
	expect(seen).toEqual([['after', 'before']])
})

test('of several changes within a frame, the previews that follow show the last', async () => {
	const screen = await render(<Previews html={htmlOf('before')} />)
	await screen.rerender(<Previews html={htmlOf('between')} />)
	await screen.rerender(<Previews html={htmlOf('last')} />)
	await expect.poll(shown).toEqual(['last', 'last'])
})

test('rows that move stand for a second after a change', async () => {
	await render(<Previews html={htmlOf('<i class="row">words</i>')} />)
	const rows = [...document.querySelectorAll('plaudit-wall')].map((wall) => wall.shadowRoot?.querySelector('.row'))
	expect(rows.map((row) => row && getComputedStyle(row).animationDelay)).toEqual(['1s', '1s'])
})
