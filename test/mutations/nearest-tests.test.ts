import { expect, it } from 'vitest'
import { nearestTests } from './nearest-tests.ts'

const sources = new Map([
	['src/product/walls/cursor.ts', ''],
	['src/product/walls/cursor.test.ts', "import { cursor } from './cursor.ts'"],
	['src/product/walls/beside.test.ts', ''],
	['src/product/pages/page.ts', "import { cursor } from '#product/walls/cursor.ts'\nsql`select find_page(1)`"],
	['src/product/pages/page.test.ts', "import { page } from './page.ts'"],
	['db/functions/public/find_page.sql', 'select * from part()'],
	['src/product/far/far.test.ts', "import { far } from './far.ts'"],
	[
		'test/system/pages.test.ts',
		"import { page } from '#product/pages/page.ts'\nimport { a } from '#test/support/test-app.ts'",
	],
])

it('tests of a file and of its folder come before those of its importers, and namesakes before others', () => {
	expect(nearestTests(sources, 'src/product/walls/cursor.ts')).toEqual([
		'src/product/walls/cursor.test.ts',
		'src/product/walls/beside.test.ts',
		'src/product/pages/page.test.ts',
		'test/system/pages.test.ts',
	])
})

it('a SQL function has the tests of the files that contain its name, or that of a function which calls it', () => {
	expect(nearestTests(sources, 'db/functions/public/find_page.sql')).toEqual([
		'src/product/pages/page.test.ts',
		'test/system/pages.test.ts',
	])
	expect(nearestTests(sources, 'db/functions/private/part.sql')).toEqual([
		'src/product/pages/page.test.ts',
		'test/system/pages.test.ts',
	])
})

it('a file without importers and neighbours has no nearest tests', () => {
	expect(nearestTests(sources, 'src/web/lonely.ts')).toEqual([])
})
