import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { type Answer, json, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { escapeHtml, styleHash } from '#product/pages/document.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { type PageOptions, renderPage, type Site } from '#product/pages/site.ts'
import { brandDeclarations } from '#shared/brand-color.ts'
import type { RedisplayedForm } from '#shared/form-post.ts'
import type { CollectProps } from '#shared/page-props.ts'
import type { PublicForm } from '#shared/public-form.ts'
import { issueFormProof } from './form-proof.ts'
import { loadForm } from './load-form.ts'

/** Renders the form again after a plain post that was refused. */
export type RenderForm = (x: Exchange, again: RedisplayedForm) => Promise<Answer>

/** GET /collect/{slug}: the page of a form, open or closed. A former slug redirects to the present one. */
export function getFormPage(deps: Deps, site: Site): Handler {
	return async (x) => {
		const slug = x.param('slug')
		const form = await loadForm(deps.db, slug.toLowerCase())
		if (!form) return renderNotFound(site, 'form')
		if (form.slug !== slug) return redirect(`/collect/${form.slug}${x.search}`, 308)
		return renderFormPage(x, deps, site, form)
	}
}

/** GET /collect-words/{lang}: texts that the page's script loads later. */
export function getFormTexts({ assets }: Site): Handler {
	return (x) =>
		json(assets.pages.lateWords(x.param('lang')), 200, {
			'cache-control': 'public, max-age=31536000, immutable',
		})
}

/** The form keeps every typed character. A server cannot restore chosen files, so the summary names them. */
export function createFormRenderer(deps: Deps, site: Site): RenderForm {
	return async (x, again) => {
		const form = await loadForm(deps.db, again.slug)
		if (!form) return renderNotFound(site, 'form')
		const { consent, ...others } = again.values
		const shown = others.consent_asked?.replaceAll('\r\n', '\n') ?? form.consent_text
		// Consent is not kept when the owner changed its text since the page was opened.
		const values = shown === form.consent_text ? again.values : others
		return renderFormPage(x, deps, site, form, { ...again, values })
	}
}

function renderFormPage(x: Exchange, deps: Deps, site: Site, form: PublicForm, again?: RedisplayedForm): Answer {
	const { config, keys } = deps
	const props: CollectProps = {
		form,
		proof: issueFormProof(keys.secret, form.id),
		sendKey: again?.values.idempotency_key ?? randomUUID(),
		values: again?.values ?? {},
		problems: again?.fields ?? {},
		summary: again?.message ?? null,
		limits: { text: config.MAX_TEXT_LENGTH, photoBytes: config.MAX_PHOTO_MB * 1024 * 1024 },
	}
	const brand = brandDeclarations(form.space.brand.color)
	const { theme } = form.space.brand
	const page = site.assets.pages.renderCollect(props)
	const statuses = [404, 413, 422, 429, 503, 507] as const
	const status = form.is_open ? statuses.find((known) => known === again?.status) : 404
	return renderPage(site, {
		page,
		surface: 'collect',
		style: 'collect/collect.css',
		...(form.is_open ? { script: 'collect/collect-client.ts', isCounterDeferred: true } : { robots: 'noindex' }),
		extraCss: brand ? `:root{${brand}}` : '',
		preview: x.query('preview') !== undefined,
		theme: theme === 'light' || theme === 'dark' ? theme : null,
		tags: [...scriptTags(site, page.lang), ...socialTags(form, site, page.title)],
		...(status ? { status } : {}),
		cache: 'private, no-cache',
	} satisfies PageOptions)
}

function socialTags(form: PublicForm, { config }: Site, title: string): string[] {
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const logo = form.space.brand.logo_url
	return [
		`<link rel="canonical" href="${config.SITE_URL}/collect/${form.slug}">`,
		property('title', title),
		property('site_name', form.space.name),
		...(logo ? [property('image', new URL(logo, config.SITE_URL).href)] : []),
	]
}

/** URLs that the page's script loads later. The hash in the URL of the texts makes them immutable. */
function scriptTags({ assets }: Site, lang: string): string[] {
	const version = styleHash(JSON.stringify(assets.pages.lateWords(lang))).slice(0, 8)
	return [
		`<meta name="live" content="${assets.script('collect/hydrate.tsx')}">`,
		`<meta name="fit" content="${assets.script('collect/resize-client.ts')}">`,
		`<meta name="words" content="/collect-words/${lang}?${encodeURIComponent(version)}">`,
	]
}
