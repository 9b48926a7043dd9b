import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { corpus } from '#test/support/upload-corpus/corpus.ts'
import { names } from '#test/support/upload-corpus/names.ts'
import { openUploadCorpus } from '#test/support/upload-corpus/open-upload-corpus.ts'

describe('the upload corpus', () => {
	let opened: Awaited<ReturnType<typeof openUploadCorpus>>
	beforeAll(async () => {
		opened = await openUploadCorpus()
	})
	afterAll(() => opened.close())

	it('the upload corpus has more than three hundred files', () => {
		expect(Object.values(corpus).flat().length).toBeGreaterThan(300)
	})

	// Sound pictures and bombs are in upload-corpus.slow.test.ts.
	it.each(['polyglots', 'foreign', 'imperfect', 'damaged'])(
		'every %s file of the corpus has its expected result',
		async (family) => {
			expect(corpus[family]?.length).toBeGreaterThan(10)
			expect(await opened.wrongFiles(family)).toEqual([])
		},
	)

	const labelled = names.map(([name, verdict]) => [JSON.stringify(name.slice(0, 30)), verdict, name] as const)
	it.each(labelled)('an upload named %s is answered %s', async (_, verdict, name) => {
		const { key, url } = opened.target
		const answer = await fetch(`${url}/storage/v1/object/faces/${encodeURIComponent(name)}`, {
			method: 'POST',
			headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/png' },
			body: 'no picture at all',
		})
		expect(await answer.json()).toMatchObject({ code: verdict })
	})
})
