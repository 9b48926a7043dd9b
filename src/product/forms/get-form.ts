import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { publicJson } from '#product/http/public-json.ts'
import { loadForm } from './load-form.ts'

const cacheControl = 'public, max-age=10, stale-while-revalidate=30'

/** GET /functions/v1/form?slug=: the public definition of a form. A former slug answers with the present one in it. */
export function getForm({ db }: Pick<Deps, 'db'>): Handler {
	return async (x) => {
		const slug = x.query('slug')?.toLowerCase() ?? ''
		const form = /^[a-z0-9-]{3,63}$/.test(slug) ? await loadForm(db, slug) : null
		if (!form) throw new AppError(404, 'form_not_found', 'There is no form with this slug.')
		return publicJson(x, Buffer.from(JSON.stringify(form)), cacheControl)
	}
}
