import { describe, expect, it } from 'vitest'
import { readSelection, readTheme } from './wall-settings.ts'

const id = '11111111-1111-4111-8111-111111111111'

describe('a stored selection', () => {
	it('a stored selection keeps its valid parts and has no limit for the rest', () => {
		expect(
			readSelection({
				tags: [id, 'x', 4],
				kinds: ['text', 'song'],
				forms: 'all',
				min_date: '2025-01-01',
				limit: 12,
				rating: 5,
			}),
		).toEqual({
			tags: [id],
			kinds: ['text'],
			forms: [],
			min_date: '2025-01-01',
			ids: [],
			limit: 12,
		})
	})
	it.each([null, 7, 'text', [], { limit: 0, min_date: '2025-13-45' }, { limit: 1.5 }])(
		'the stored selection %j sets no limit',
		(stored) => {
			expect(readSelection(stored)).toEqual({
				tags: [],
				kinds: [],
				forms: [],
				min_date: null,
				ids: [],
				limit: null,
			})
		},
	)
})

describe('a stored theme', () => {
	it('each invalid part of a stored theme takes its default', () => {
		expect(
			readTheme({
				mode: 'neon',
				color: '#FF7A1A',
				type: 'sans',
				stars: false,
				cards: 'bubble',
				corners: 8,
				accent: 'red',
			}),
		).toEqual({
			mode: 'auto',
			color: '#ff7a1a',
			accent: null,
			type: 'sans',
			stars: false,
			photos: true,
			dates: true,
			density: 'normal',
			corners: 'soft',
			cards: 'bubble',
			shadow: false,
			columns: null,
			order: ['media', 'rating', 'words', 'author'],
			avatars: true,
			roles: true,
			days: false,
			sources: false,
			lines: null,
			more: 'over',
			hover_pause: true,
			css: '',
		})
		expect(readTheme({ color: 'red;}' }).color).toBeNull()
		expect(readTheme({ accent: 'red;}' }).accent).toBeNull()
		for (const lines of [0, -1, 2.5, 41, 'many', null]) expect(readTheme({ lines }).lines).toBeNull()
		for (const columns of [0, 5, '2', [2]]) expect(readTheme({ columns }).columns).toBeNull()
	})

	it('an order of parts names each part once, and those that are left out come last', () => {
		expect(readTheme({ order: ['author', 'words', 'author', 'price', 7] }).order).toEqual([
			'author',
			'words',
			'media',
			'rating',
		])
	})
})
