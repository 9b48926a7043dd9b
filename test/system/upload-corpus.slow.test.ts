import { afterAll, beforeAll, expect, it } from 'vitest'
import { corpus } from '#test/support/upload-corpus/corpus.ts'
import { openUploadCorpus } from '#test/support/upload-corpus/open-upload-corpus.ts'

let opened: Awaited<ReturnType<typeof openUploadCorpus>>
beforeAll(async () => {
	opened = await openUploadCorpus()
})
afterAll(() => opened.close())

it.each(Object.keys(corpus))('every %s file of the whole corpus has its expected result', async (family) => {
	expect(await opened.wrongFiles(family)).toEqual([])
})
