import type { Answer } from '#platform/http/routing/answer.ts'
import type { NotFoundProps } from '#shared/page-props.ts'
import { renderPage, type Site } from './site.ts'

/** Status 404 with a page that explains what may have happened and links to the front page. */
export function renderNotFound(site: Site, kind: NotFoundProps['kind'], locale?: string): Answer {
	return renderPage(site, {
		page: site.assets.pages.renderNotFound({ kind, locale }),
		surface: kind === 'receipt' ? 'secret' : 'public',
		style: 'not-found/not-found.css',
		status: 404,
		robots: 'noindex',
		cache: 'no-store',
	})
}
