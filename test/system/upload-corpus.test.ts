import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { corpus } from '#test/support/upload-corpus/corpus.ts'
import { names } from '#test/support/upload-corpus/names.ts'
import { tryCase } from '#test/support/upload-corpus/try-case.ts'

/** The most expensive cases, which only `node tools/upload-corpus.ts` tries. */
const costly = /49 million|300 MB|unpack/

describe('the upload corpus', () => {
	let platform: PlatformApp
	const target = () => ({
		url: platform.url,
		key: platform.deps.keys.serviceRoleKey,
		bucket: 'faces',
	})

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, public, image_policy) values ('faces', 'faces', true, '{}')`,
		)
	})
	afterAll(() => platform.close())

	it('the upload corpus has more than three hundred files', () => {
		expect(Object.values(corpus).flat().length).toBeGreaterThan(300)
	})

	it.each(Object.keys(corpus))('every %s file of the corpus has its expected result', async (family) => {
		const cases = (corpus[family] ?? []).filter(({ name }) => !costly.test(name))
		const tried = await Promise.all(cases.map((one, i) => tryCase(target(), one, i)))
		expect(tried.filter(({ wrong }) => wrong.length > 0)).toEqual([])
	})

	const labelled = names.map(([name, verdict]) => [JSON.stringify(name.slice(0, 30)), verdict, name] as const)
	it.each(labelled)('an upload named %s is answered %s', async (_, verdict, name) => {
		const { key, url } = target()
		const answer = await fetch(`${url}/storage/v1/object/faces/${encodeURIComponent(name)}`, {
			method: 'POST',
			headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/png' },
			body: 'no picture at all',
		})
		expect(await answer.json()).toMatchObject({ code: verdict })
	})
})
