import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { loadForm } from './load-form.ts'
import { publicJson } from './public-json.ts'

const cacheControl = 'public, max-age=10, stale-while-revalidate=30'

/** GET /functions/v1/form?slug=: the public definition of a form. A former slug answers with the present one in it. */
export function form({ db }: Deps): (c: Context<Env>) => Promise<Response> {
	return async (c) => {
		const slug = c.req.query('slug')?.toLowerCase() ?? ''
		const found = /^[a-z0-9-]{3,63}$/.test(slug) ? await loadForm(db, slug) : null
		if (!found) throw new AppError(404, 'form_not_found', 'There is no form with this slug.')
		return publicJson(c, Buffer.from(JSON.stringify(found)), cacheControl)
	}
}
