import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from './database.ts'
import { openPlatform, type Platform } from './platform.ts'
import { corpus } from './upload-corpus/corpus.ts'
import { names } from './upload-corpus/names.ts'
import { tryCase } from './upload-corpus/try-corpus.ts'

/** The whole corpus but its costliest files, which `node test/upload-corpus.ts` tries as well. */
const costly = /49 million|300 MB|unpack/

describe('every file of the corpus has its stated verdict', () => {
	let platform: Platform
	const target = () => ({
		url: platform.url,
		key: platform.deps.keys.serviceRoleKey,
		bucket: 'faces',
	})

	beforeAll(async () => {
		platform = await openPlatform()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, public, image_policy) values ('faces', 'faces', true, '{}')`,
		)
	})
	afterAll(() => platform.close())

	it('and there are more than three hundred', () => {
		expect(Object.values(corpus).flat().length).toBeGreaterThan(300)
	})

	it.each(Object.keys(corpus))('%s', async (family) => {
		const cases = (corpus[family] ?? []).filter(({ name }) => !costly.test(name))
		const tried = await Promise.all(cases.map((one, i) => tryCase(target(), one, i)))
		expect(tried.filter(({ wrong }) => wrong.length > 0)).toEqual([])
	})

	const labelled = names.map(
		([name, verdict]) => [JSON.stringify(name.slice(0, 30)), verdict, name] as const,
	)
	it.each(labelled)('the name %s is %s', async (_, verdict, name) => {
		const { key, url } = target()
		const answer = await fetch(`${url}/storage/v1/object/faces/${encodeURIComponent(name)}`, {
			method: 'POST',
			headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/png' },
			body: 'no picture at all',
		})
		expect(await answer.json()).toMatchObject({ code: verdict })
	})
})
