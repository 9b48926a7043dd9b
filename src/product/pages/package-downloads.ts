import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '#platform/http/routing/answer.ts'

/** Files of `dist/packages`, by the path of their address. */
const files = {
	'/packages/wordpress.zip': 'plaudit.zip',
	'/packages/plaudit-react.tgz': 'plaudit-react.tgz',
	'/packages/n8n-nodes-plaudit.tgz': 'n8n-nodes-plaudit.tgz',
} as const

/** The packages of this version for other people's sites, as downloads by path; none without a build. */
export async function packageDownloads(dist: string): Promise<Map<string, Answer>> {
	const downloads = new Map<string, Answer>()
	for (const [path, name] of Object.entries(files)) {
		const body = await readFile(join(dist, 'packages', name)).catch(() => undefined)
		if (!body) continue
		const headers = {
			// Pages ask for the size by HEAD, whose answers carry no length of their own.
			'content-length': String(body.length),
			'content-type': name.endsWith('.zip') ? 'application/zip' : 'application/gzip',
			'content-disposition': `attachment; filename="${name}"`,
			'cache-control': 'public, max-age=3600',
			'x-content-type-options': 'nosniff',
		}
		downloads.set(path, { status: 200, headers, body })
	}
	return downloads
}
