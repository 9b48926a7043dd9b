import { describe, expect, it } from 'vitest'
import { cellsOf, readTable } from '#test/support/tables/read-table.ts'

describe('YAML with rows', () => {
	it('a list is read item by item, with nested values, several lines and values as they are written', async () => {
		const table = await readTable(`# Kind words
---
- name: "Ann Lee"
  text: |
    Good.

    - not an item
  rating: 5
  author: { job: Baker, links: [https://a.example, https://b.example] }
  id: 9038857732326123456
- name: Bo
  text: >-
    One
    line
  date: 2024-03-05
  visible: true
  nickname: ~
`)
		expect(table).toMatchObject({ format: 'yaml', heading_row: null })
		expect(table.headings).toEqual([
			...['name', 'text', 'rating', 'author.job', 'author.links', 'id', 'date', 'visible', 'nickname'],
		])
		expect(table.rows.map(({ cells }) => cells)).toEqual([
			[
				'Ann Lee',
				'Good.\n\n- not an item\n',
				'5',
				'Baker',
				'https://a.example, https://b.example',
				'9038857732326123456',
			],
			['Bo', 'One line', '', '', '', '', '2024-03-05', 'true', ''],
		])
	})

	it.each([
		[
			'below a name',
			'testimonials:\n  - name: Ann\n    text: Good\n  # a note\n\n  - name: Bo\n    text: Fine\nother: 5\n',
		],
		['beside the name above', 'testimonials:\n- name: Ann\n  text: Good\n- name: Bo\n  text: Fine\nother: 5\n'],
		['with each dash in its own line', '-\n  name: Ann\n  text: Good\n-\n  name: Bo\n  text: Fine\n'],
		['with line ends of Windows', '- name: Ann\r\n  text: Good\r\n- name: Bo\r\n  text: Fine\r\n'],
	])('a list %s is read', async (_, file) => {
		expect(await cellsOf(file)).toEqual([
			['Ann', 'Good'],
			['Bo', 'Fine'],
		])
	})

	it('words that begin with a dash do not make CSV a list', async () => {
		expect(await readTable('- Name,Text\n- Ann,Good\n')).toMatchObject({ format: 'csv', delimiter: ',' })
	})

	it.each([
		['an alias', '- name: &a Ann\n  text: *a\n'],
		['aliases of aliases', `- a: &a [x, x]\n  b: &b [*a, *a, *a]\n  c: [*b, *b, *b]\n`],
		['lists in lists', `- name: ${'['.repeat(4000)}\n`],
		['lists in lists, by dashes', `- name: x\n  text:\n    ${'- '.repeat(4000)}\n`],
		['very many brackets', `- name: ${'['.repeat(30_000)}\n`],
		['no end of a quotation mark', '- name: "Ann\n  text: Good\n'],
		['a tag of a program', '- name: !!js/function >\n    function () {}\n  text: &x *x\n'],
	])('a list with %s is refused, with its line', async (_, file) => {
		await expect(readTable(file)).rejects.toThrow('This YAML cannot be read from line 1 on.')
	})
})
