import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const native =
	/type=\{?["'`](?:date|time|month|week|datetime-local)["'`]|type: ["'](?:date|time|month|week|datetime-local)["']/

it('no screen has a date field of the browser, whose order of parts and calendar differ between systems', async () => {
	const root = new URL('../../', import.meta.url)
	const names = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.tsx$/.test(name))
	expect(names.length).toBeGreaterThan(100)
	const texts = await Promise.all(names.map((name) => readFile(new URL(name, root), 'utf8')))
	expect(names.filter((_, at) => native.test(texts[at] ?? ''))).toEqual([])
})
