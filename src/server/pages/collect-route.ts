import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { drawFormAgainWith } from '#server/functions/form-again.ts'
import { issueFormProof } from '#server/functions/form-proof.ts'
import { loadForm } from '#server/functions/load-form.ts'
import { brandDeclarations } from '#shared/brand-color.ts'
import type { FormAgain } from '#shared/form-post.ts'
import type { PublicForm } from '#shared/public-form.ts'
import type { CollectProps } from '#shared/rendered-page.ts'
import { escapeHtml, styleHash } from './document.ts'
import { answerNotFound } from './not-found.ts'
import { answerPage, type PageAnswer, type Site } from './site.ts'

/** The page of a form (product.md §2): open, closed, or under a slug that it has given up. */
export function collectRoute(deps: Deps, site: Site): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/collect/:slug', async (c) => {
		const slug = c.req.param('slug').toLowerCase()
		const form = await loadForm(deps.db, slug)
		if (!form) return answerNotFound(c, site, 'form')
		if (form.slug !== c.req.param('slug'))
			return c.redirect(`/collect/${form.slug}${new URL(c.req.url).search}`, 308)
		return answerForm(c, deps, site, form)
	})
	routes.get('/collect-words/:lang', (c) =>
		c.json(site.assets.pages.lateWords(c.req.param('lang')), 200, {
			'cache-control': 'public, max-age=31536000, immutable',
		}),
	)
	drawFormAgainWith(deps, (c, again) => answerFormAgain(c, deps, site, again))
	return routes
}

/**
 * The form again after a plain post that could not be taken, with every typed character in it.
 * Chosen files cannot be put back by a server, which is why the summary names them.
 */
async function answerFormAgain(
	c: Context<Env>,
	deps: Deps,
	site: Site,
	again: FormAgain,
): Promise<Response> {
	const form = await loadForm(deps.db, again.slug)
	if (!form) return answerNotFound(c, site, 'form')
	const { consent, ...others } = again.values
	const asked = others.consent_asked?.replaceAll('\r\n', '\n') ?? form.consent_text
	// Nobody has agreed yet to what their owner wrote since the page was opened.
	const values = asked === form.consent_text ? again.values : others
	return answerForm(c, deps, site, form, { ...again, values })
}

function answerForm(
	c: Context<Env>,
	deps: Deps,
	site: Site,
	form: PublicForm,
	again?: FormAgain,
): Response {
	const { config, keys } = deps
	const props: CollectProps = {
		form,
		proof: issueFormProof(keys.secret, form.id),
		sendKey: again?.values.idempotency_key ?? randomUUID(),
		values: again?.values ?? {},
		problems: again?.fields ?? {},
		summary: again?.message ?? null,
		limits: {
			text: config.MAX_TEXT_LENGTH,
			photoBytes: config.MAX_PHOTO_MB * 1024 * 1024,
		},
	}
	const brand = brandDeclarations(form.space.brand.color)
	const { theme } = form.space.brand
	const page = site.assets.pages.renderCollect(props)
	const statuses = [404, 413, 422, 429, 503, 507] as const
	const status = form.is_open ? statuses.find((known) => known === again?.status) : 404
	return answerPage(c, site, {
		page,
		surface: 'collect',
		style: 'collect/collect.css',
		...(form.is_open
			? { script: 'collect/collect-client.ts', countsLate: true }
			: { robots: 'noindex' }),
		extraCss: brand ? `:root{${brand}}` : '',
		preview: c.req.query('preview') !== undefined,
		theme: theme === 'light' || theme === 'dark' ? theme : null,
		tags: [...scriptTags(site, page.lang), ...socialTags(form, site, page.title)],
		...(status ? { status } : {}),
		cache: 'private, no-cache',
	} satisfies PageAnswer)
}

function socialTags(form: PublicForm, { config }: Site, title: string): string[] {
	const property = (name: string, content: string) =>
		`<meta property="og:${name}" content="${escapeHtml(content)}">`
	const logo = form.space.brand.logo_url
	return [
		`<link rel="canonical" href="${config.SITE_URL}/collect/${form.slug}">`,
		property('title', title),
		property('site_name', form.space.name),
		...(logo ? [property('image', new URL(logo, config.SITE_URL).href)] : []),
	]
}

/** Where the page's script finds what it needs later; the hash lets the words be kept for good. */
function scriptTags({ assets }: Site, lang: string): string[] {
	const version = styleHash(JSON.stringify(assets.pages.lateWords(lang))).slice(0, 8)
	return [
		`<meta name="live" content="${assets.script('collect/hydrate.tsx')}">`,
		`<meta name="fit" content="${assets.script('collect/fit-client.ts')}">`,
		`<meta name="words" content="/collect-words/${lang}?${encodeURIComponent(version)}">`,
	]
}
