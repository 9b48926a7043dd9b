import type { Plugin } from 'vite'
import { heights } from '#shared/wall/wall-layouts.ts'
import * as sizes from '#web/public/wall/embed/sizes/layout-sizes.ts'
import { type Face, type Faces, faces } from '#web/public/wall/embed/sizes/type-sizes.ts'

/**
 * Writes the lengths and faces that style sheets of embeds share with the estimates of their heights: `var(--size-foot-height)` becomes
 * `48px`, `var(--height-toast)` the usual height of that layout, `var(--face-list-23)` `20px / 28px`, `var(--leading-list-23)` `28px`,
 * and `var(--most-list-23)` the most lines.
 */
export const sizeProperties: Plugin = {
	name: 'size-properties',
	enforce: 'pre',
	transform: {
		filter: { id: /\/public\/wall\/embed\/.*\.css/ },
		handler: (css) =>
			css.replace(/var\(--(size|height|face|leading|most)-([\w-]+)\)/g, (property, kind: string, name: string) => {
				// Words of lengths 2 and 3, as in `list-23`, are set alike.
				const [value, ...others] = new Set(valuesOf(kind, name))
				if (value === undefined || others.length > 0) throw new Error(`Layouts have no single value for ${property}.`)
				return value
			}),
	},
}

function valuesOf(kind: string, name: string): string[] {
	if (kind === 'size') return sizesOf(name)
	if (kind === 'height') return ownValue<readonly number[]>(heights, name)?.map(inPixels) ?? []
	return facesOf(name).map(([size, line, most]) =>
		kind === 'face' ? `${size}px / ${line}px` : kind === 'leading' ? `${line}px` : `${most}`,
	)
}

const inPixels = (length: number) => `${length}px`

function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
	return Object.hasOwn(values, name) ? values[name] : undefined
}

function sizesOf(name: string): string[] {
	const camelCase = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
	const value = ownValue<unknown>(sizes, camelCase)
	if (typeof value !== 'number') return []
	if (name.endsWith('-percent')) return [`${value}%`]
	return [name.endsWith('-lines') ? `${value}` : inPixels(value)]
}

/** Places of faces in the order of widths, by where they begin in px. */
const steps: Readonly<Record<string, number>> = { 560: 1, 720: 1, 880: 2 }

function facesOf(name: string): Face[] {
	const [layout = '', lengths = '', from = ''] = name.split('-')
	const set = ownValue<readonly Faces[]>(faces, layout)?.[steps[from] ?? 0]
	return [...lengths].map((length) => set?.[Number(length) - 1]).filter((face) => face !== undefined)
}
