import { expect, it } from 'vitest'
import { defaultTheme, type PublicWall } from '#shared/wall/wall.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { singleHeight } from './estimate-single.ts'

const wall: PublicWall = {
	wall: { id: 'w', slug: 'skerry', name: 'Wall', layout: 'single', theme: defaultTheme, version: 1 },
	space: { id: 's', name: 'Skerry', about: null, url: null, logo: null, color: null, locale: 'en', form: null },
	counts: { chosen: 1, published: 1, spread: [0, 0, 0, 0, 0] },
	items: [],
	offset: 0,
	next: null,
	previous: null,
}
const [item] = plainItems
const heightOf = (text: string) => singleHeight(wall, item && { ...item, text }, 300, 0)

it('stars without words take no line, and words as many as they have', () => {
	const line = heightOf('Good.') - heightOf('')
	expect(line).toBeGreaterThan(15)
	expect(heightOf(`${'Good. '.repeat(9)}`)).toBeGreaterThan(heightOf('Good.'))
})
