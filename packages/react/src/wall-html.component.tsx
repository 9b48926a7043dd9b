import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { WallHtml } from './wall-html.tsx'

/** The static HTML of a wall, as a server gives it. */
const wallOf = (words: string) =>
	`<plaudit-wall wall="w"><template shadowrootmode="open"><style>p{color:red}</style><p>${words}</p></template></plaudit-wall>`

const wordsIn = (place: Element) => place.querySelector('plaudit-wall')?.shadowRoot?.querySelector('p')?.textContent

test('words in the page stay through hydration under strict mode, and nothing is reported', async () => {
	const logged = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
	const problems: unknown[] = []
	const place = document.createElement('div')
	document.body.append(place)
	const tree = (words: string) => (
		<StrictMode>
			<WallHtml html={wallOf(words)} className="wall" />
		</StrictMode>
	)
	place.setHTMLUnsafe(renderToString(tree('They sing.')))
	const wall = place.querySelector('plaudit-wall')
	const root = hydrateRoot(place, tree('They sing.'), { onRecoverableError: (problem) => problems.push(problem) })
	await expect.poll(() => Object.keys(place.querySelector('.wall') ?? {}).length).toBeGreaterThan(0)
	expect(wordsIn(place)).toBe('They sing.')
	expect(place.querySelector('plaudit-wall')).toBe(wall)

	root.render(tree('They hum.'))
	await expect.poll(() => wordsIn(place)).toBe('They hum.')
	root.unmount()
	place.remove()
	expect(problems).toEqual([])
	for (const spy of logged) {
		expect(spy).not.toHaveBeenCalled()
		spy.mockRestore()
	}
})

test('a wall that is inserted by script has its words in a shadow root before it is painted', async () => {
	const { container, rerender } = await render(<WallHtml html={wallOf('They sing.')} />)
	expect(wordsIn(container)).toBe('They sing.')
	await rerender(<WallHtml html={wallOf('They hum.')} />)
	expect(wordsIn(container)).toBe('They hum.')
})
