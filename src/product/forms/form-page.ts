import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { type Answer, json, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { trustedSecrets } from '#platform/keys/keys.ts'
import { chooseLanguage } from '#platform/mail/translations/read-translations.ts'
import { brandFontCss } from '#product/pages/brand-font-css.ts'
import { cardTags } from '#product/pages/card-tags.ts'
import { escapeHtml } from '#product/pages/document.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { preloadTag } from '#product/pages/preload-tag.ts'
import { recordingWordsTag, textVersion } from '#product/pages/recording-words.ts'
import { type PageOptions, renderPage, type Site } from '#product/pages/site.ts'
import { recordingLimits } from '#product/testimonials/recording-limits.ts'
import { accountBrowserOf } from '#product/verifications/account-browser.ts'
import { type FormLink, loadFormLink } from '#product/verifications/load-form-link.ts'
import { formInLanguage, formLanguages } from '#shared/form/form-languages.ts'
import type { RedisplayedForm } from '#shared/form/form-post.ts'
import { isRecordingKind, type PublicForm } from '#shared/form/public-form.ts'
import { brandDeclarations } from '#shared/look/brand-color.ts'
import type { CollectProps, FormEmbed, FormLinkState } from '#shared/page-props.ts'
import { type AccountFlow, listProviders } from './account-providers.ts'
import { pictureCss, picturePreloads } from './form-picture.ts'
import { loadFormPreview, withoutSending } from './form-preview.ts'
import { issueFormProof, versionShown } from './form-proof.ts'
import { loadVersionedForm, type VersionedForm } from './load-form.ts'
import { trapNameOf } from './trap-name.ts'

/** Renders the form again after a plain post that was refused. */
export type RenderForm = (x: Exchange, again: RedisplayedForm) => Promise<Answer>

/** GET /collect/{slug}: the page of a form, open or closed. A former slug redirects to the present one. */
export function getFormPage(deps: Deps, site: Site, accounts: AccountFlow): Handler {
	return async (x) => {
		const slug = x.param('slug')
		const loaded = (await loadFormPreview(x, deps)) ?? (await loadVersionedForm(deps.db, slug.toLowerCase()))
		if (!loaded) return renderNotFound(site, 'form')
		const { form } = loaded
		const embed = embedOf(x)
		// Personal links belong to the form's own page.
		const link = embed
			? {}
			: { invitation: x.query('i'), order: x.query('order'), sig: x.query('sig'), account: x.query('account') }
		if (form.slug !== slug) return redirect(`/collect/${form.slug}${x.search}`, 308, secretHeaders(link))
		return renderFormPage(x, { deps, site, accounts }, loaded, languageOf(x, form), link, { embed })
	}
}

/** The language that the visitor chose, else the first that their browser asks for; the preview shows that of the form. */
function languageOf(x: Exchange, form: PublicForm): string | undefined {
	const languages = formLanguages(form)
	const chosen = languages.find((language) => language === x.query('lang'))
	return (
		chosen ?? (x.query('preview') === undefined ? chooseLanguage(x.header('accept-language'), languages) : undefined)
	)
}

/** `?embed=dialog` or `?embed=frame`: the form for another website. */
function embedOf(x: Exchange): FormEmbed | null {
	const embed = x.query('embed')
	return embed === 'dialog' || embed === 'frame' ? embed : null
}

/** GET /collect-words/{lang}: texts that the page's script loads later. */
export function getFormTexts({ assets }: Site): Handler {
	return (x) => texts(assets.pages.lateWords(x.param('lang')))
}

/** GET /collect-words/{lang}/recording: texts about recordings, loaded when a visitor chooses to record. */
export function getRecordingTexts({ assets }: Site): Handler {
	return (x) => texts(assets.pages.recordingWords(x.param('lang')))
}

const texts = (words: Record<string, string>) =>
	json(words, 200, { 'cache-control': 'public, max-age=31536000, immutable' })

/** The form keeps every typed character. A server cannot restore chosen files, so the summary names them. */
export function createFormRenderer(deps: Deps, site: Site, accounts: AccountFlow): RenderForm {
	return async (x, again) => {
		// Typed input is shown in the version of its page: another may lack the fields.
		const loaded = await loadVersionedForm(deps.db, again.slug, ({ id }) =>
			versionShown(deps.keys.secret, id, again.values.proof ?? ''),
		)
		if (!loaded) return renderNotFound(site, 'form')
		const { form } = loaded
		const { consent, ...others } = again.values
		const { consent_text } = formInLanguage(form, others.locale)
		const shown = others.consent_asked?.replaceAll('\r\n', '\n') ?? consent_text
		// Consent is not kept when the owner changed its text since the page was opened.
		const values = shown === consent_text ? again.values : others
		return renderFormPage(x, { deps, site, accounts }, loaded, others.locale, values, { again: { ...again, values } })
	}
}

async function renderFormPage(
	x: Exchange,
	{ deps, site, accounts }: { deps: Deps; site: Site; accounts: AccountFlow },
	{ form: stored, version, space }: VersionedForm,
	language: string | undefined,
	link: FormLink,
	{ embed = null, again }: { embed?: FormEmbed | null; again?: RedisplayedForm },
): Promise<Answer> {
	const { config, db, keys } = deps
	const form = formInLanguage(stored, language)
	const browser = accountBrowserOf(x, config.SITE_URL)
	const reader = { secret: keys.secret, secrets: trustedSecrets(keys), form: form.id, space, browser }
	const linkState = form.is_open ? await loadFormLink(db, reader, link) : null
	const isPreview = x.query('preview') !== undefined
	// A frame does not navigate the website around it.
	const { move_after: _, ...thank_you } = form.thank_you
	const props: CollectProps = {
		form: embed ? { ...form, thank_you } : form,
		proof: [issueFormProof(keys.secret, form.id, Date.now(), version), again?.wait?.text].filter(Boolean).join(' '),
		waitSeconds: again?.wait?.seconds ?? null,
		sendKey: again?.values.idempotency_key ?? randomUUID(),
		trap: trapNameOf(keys.secret, form.slug),
		values: again?.values ?? linkState?.prefilled ?? {},
		prefilled: linkState?.prefilled ?? {},
		linkState,
		// No provider lets its page be framed.
		providers: form.is_open && !isPreview && !embed ? await listProviders(accounts) : [],
		link: textsOf({ i: link.invitation, order: link.order, sig: link.sig }),
		problems: again?.fields ?? {},
		summary: again?.message ?? null,
		limits: {
			text: config.MAX_TEXT_LENGTH,
			photoBytes: config.MAX_PHOTO_MB * 1024 * 1024,
			...recordingLimits(config),
		},
		languages: languageLinks(x, stored, link),
		isPreview,
		embed,
	}
	const isSecret = hasSecret(link)
	const theme = chosenTheme(form, embed ? x.query('theme') : undefined)
	const page = site.assets.pages.renderCollect(props)
	const statuses = [404, 413, 422, 429, 503, 507] as const
	const status = form.is_open ? statuses.find((known) => known === again?.status) : 404
	const answer = renderPage(site, {
		page,
		surface: embed ? 'embedded' : 'collect',
		style: embed ? 'collect/embedded/embedded.css' : 'collect/collect.css',
		script: `collect/${embed ? 'embedded/embedded' : form.is_open ? 'collect' : 'closed'}-client.ts`,
		isCounterDeferred: form.is_open,
		...(isSecret || embed || !form.is_open ? { robots: 'noindex' } : {}),
		hasSecretUrl: isSecret,
		extraCss: extraCss(site, form, props, linkState),
		preview: isPreview,
		theme,
		icon: form.space.brand.icon_url,
		tags: [
			...(embed ? ['<base target="_blank">'] : []),
			...(form.look.picture && !embed ? picturePreloads(form.look.picture) : []),
			...(form.space.font ? [preloadTag(form.space.font)] : []),
			...scriptTags(site, page.lang, link, form),
			...socialTags(form, site, page.title),
		],
		...(status ? { status } : {}),
		cache: 'private, no-cache',
		headers: { ...secretHeaders(link), ...(again?.wait ? { 'retry-after': String(again.wait.seconds) } : {}) },
	} satisfies PageOptions)
	return isPreview ? withoutSending(answer) : answer
}

/** The page in each of its languages, with what the visitor's link carries. */
function languageLinks(x: Exchange, form: PublicForm, link: FormLink): CollectProps['languages'] {
	const carried = textsOf({ i: link.invitation, order: link.order, sig: link.sig })
	return formLanguages(form).map((lang) => {
		const query = new URLSearchParams({ ...(x.method === 'GET' ? x.query() : carried), lang })
		return { lang, href: `/collect/${form.slug}?${query}` }
	})
}

/** Plain paper instead of the tint of the brand; the visitor's own font for all text. */
const plainBackground = '.question,.promise,.spread::before{background:var(--paper)}'
/** The title is set as it stands on a wall. */
const titleField = '#headline{font:600 18px/25px var(--serif)}'
const fonts = { serif: ':root{--sans:var(--serif)}', sans: ':root{--serif:var(--sans)}', brand: '' }

/** The CSS of this form beside the style sheet of every form. */
function extraCss(
	{ assets }: Site,
	{ space, questions, look, is_open, title_rule }: PublicForm,
	{ languages, providers, embed }: Pick<CollectProps, 'languages' | 'providers' | 'embed'>,
	linkState: FormLinkState | null,
): string {
	const brand = brandDeclarations(space.brand.color)
	return [
		brand ? `:root{${brand}}` : '',
		is_open && questions.length > 0 ? assets.style('collect/questions/questions.css') : '',
		is_open && title_rule !== 'off' ? titleField : '',
		look.background ? plainBackground : '',
		look.picture && !embed ? pictureCss(look.picture) : '',
		look.font ? fonts[look.font] : '',
		brandFontCss(space.font, ':root'),
		is_open && look.pages ? assets.style('collect/steps/steps.css') : '',
		languages.length > 1 ? assets.style('collect/languages.css') : '',
		providers.length > 0 || linkState?.account ? assets.style('collect/account/account.css') : '',
		linkState?.invitation || linkState?.order ? assets.style('collect/link-notice/link-notice.css') : '',
	].join('')
}

/** The owner's choice, else that of the website that shows the form; null follows the visitor's system. */
function chosenTheme({ space }: PublicForm, wanted: string | undefined): 'light' | 'dark' | null {
	const known = ['light', 'dark'] as const
	return known.find((theme) => theme === space.brand.theme) ?? known.find((theme) => theme === wanted) ?? null
}

function hasSecret({ invitation, order, account }: FormLink): boolean {
	return invitation !== undefined || order !== undefined || account !== undefined
}

function textsOf(link: Record<string, string | undefined>): Record<string, string> {
	return Object.fromEntries(Object.entries(link).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** A personal link must reach no cache, and no other site as a Referer. */
function secretHeaders(link: FormLink): Record<string, string> {
	return hasSecret(link) ? { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' } : {}
}

function socialTags(form: PublicForm, { config }: Site, title: string): string[] {
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const url = `${config.SITE_URL}/collect/${form.slug}`
	return [
		`<link rel="canonical" href="${url}">`,
		property('title', title),
		form.intro ? property('description', form.intro) : '',
		...(form.is_open ? cardTags(`${url}/card.png`, title) : []),
	]
}

/** URLs that the page's script loads later. The hash in the URL of the texts makes them immutable. */
function scriptTags(
	site: Site,
	lang: string,
	{ invitation }: FormLink,
	{ accepts, is_open, look }: PublicForm,
): string[] {
	const { pages, script } = site.assets
	if (!is_open) return [`<meta name="save" content="${script('collect/recording-field/save-take.ts')}">`]
	const opened = `<meta name="opened" content="${script('collect/report-opened.ts')}">`
	return [
		...(look.pages ? [`<meta name="steps" content="${script('collect/steps/steps.ts')}">`] : []),
		...(invitation === undefined ? [] : [opened]),
		`<meta name="live" content="${script('collect/hydrate.tsx')}">`,
		`<meta name="words" content="/collect-words/${lang}?${textVersion(pages.lateWords(lang))}">`,
		...(accepts.some(isRecordingKind) ? [recordingWordsTag(site, lang)] : []),
	]
}
