import { openPlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { corpus } from './corpus.ts'
import { tryCase } from './try-case.ts'

/** The most expensive cases, which only `node tools/upload-corpus.ts` tries. */
const costly = /49 million|300 MB|unpack/

/** storage/v1 with a bucket for pictures. */
export async function openUploadCorpus() {
	const platform = await openPlatformApp()
	await asOwner(
		platform.database,
		`insert into storage.buckets (id, name, public, image_policy) values ('faces', 'faces', true, '{}')`,
	)
	const target = { url: platform.url, key: platform.deps.keys.serviceRoleKey, bucket: 'faces' }
	return {
		target,
		/** Uploads every file of a family. @returns those with an unexpected result */
		async wrongFiles(family: string) {
			const cases = (corpus[family] ?? []).filter(({ name }) => !costly.test(name))
			const tried = await Promise.all(cases.map((one, i) => tryCase(target, one, i)))
			return tried.filter(({ wrong }) => wrong.length > 0)
		},
		close: () => platform.close(),
	}
}
