import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer } from '#platform/http/routing/answer.ts'

/** The plugin for WordPress of this version, as a download; undefined without a build. */
export async function pluginDownload(dist: string): Promise<Answer | undefined> {
	const body = await readFile(join(dist, 'packages/plaudit.zip')).catch(() => undefined)
	if (!body) return undefined
	const headers = {
		'content-type': 'application/zip',
		'content-disposition': 'attachment; filename="plaudit.zip"',
		'cache-control': 'public, max-age=3600',
		'x-content-type-options': 'nosniff',
	}
	return { status: 200, headers, body }
}
