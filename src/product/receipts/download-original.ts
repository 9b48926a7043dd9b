import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { serveBytes } from '#platform/media/files/serve-bytes.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import type { Site } from '#product/pages/site.ts'
import { readQuery, service } from '#product/run-query.ts'
import { spaceOfToken } from '#product/spaces/space-token.ts'
import { findOriginalPath } from './load-receipt.ts'
import { recordingObject } from './queries.ts'

type StoredFile = { version: string; updated_at: Date; metadata: { eTag: string; size: number; mimetype: string } }

/** GET /t/{token}/recording/{file}: the file that the submitter sent, as a download. It was not checked, so that no page may show it. */
export function downloadOriginal({ db, files }: Pick<Deps, 'db' | 'files'>, site: Site): Handler {
	return async (x) => {
		const name = x.param('file')
		const path = await findOriginalPath(db, x.param('token'), name)
		const space = spaceOfToken(x.param('token'))
		const [file] = path === null ? [] : await readQuery<StoredFile>(db, service, recordingObject(path), space)
		const answer =
			file &&
			(await serveBytes(x, {
				size: file.metadata.size,
				etag: file.metadata.eTag,
				modified: file.updated_at,
				headers: downloadHeaders(file.metadata.mimetype, name),
				read: (range) => files.read(file.version, range),
				releaseBuffers: true,
			}))
		return answer ?? renderNotFound(site, 'receipt')
	}
}

function downloadHeaders(type: string, name: string): Record<string, string> {
	const extension = /\.(\w+)$/.exec(name)?.[1] ?? 'bin'
	return {
		'content-type': type,
		'content-disposition': `attachment; filename="my-recording.${extension}"`,
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'content-security-policy': "default-src 'none'; sandbox",
		'x-content-type-options': 'nosniff',
		'x-robots-tag': 'noindex',
	}
}
