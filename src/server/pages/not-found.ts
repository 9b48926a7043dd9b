import type { Context } from 'hono'
import type { NotFoundProps } from '#shared/rendered-page.ts'
import { answerPage, type Site } from './site.ts'

/** Status 404 with a page that says what may have happened and leads home. */
export function answerNotFound(c: Context, site: Site, kind: NotFoundProps['kind']): Response {
	return answerPage(c, site, {
		page: site.assets.pages.renderNotFound({ kind }),
		surface: kind === 'receipt' ? 'receipt' : 'public',
		style: 'not-found/not-found.css',
		status: 404,
		robots: 'noindex',
		cache: 'no-store',
	})
}
