import type { Db } from '#platform/pg/db.ts'
import type { Renderer } from '#product/public-answers/public-answer.ts'
import type { PublicSite } from '#product/public-answers/public-site.ts'
import { formLanguages } from '#shared/form/form-languages.ts'
import type { Prompt } from '#shared/form/prompt.ts'
import type { PublicForm } from '#shared/form/public-form.ts'
import { brandDeclarations } from '#shared/look/brand-color.ts'
import { loadVersionedForm } from './load-form.ts'

const pathPattern = /^\/collect\/([a-z0-9-]{3,63})\/prompt\.json$/
const languagePattern = /^[a-z]{2}(?![a-z])/i

/** A prompt that is a few minutes old does no harm: its form is read again when it is opened. */
const headers = {
	'content-type': 'application/json; charset=utf-8',
	'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
	'x-content-type-options': 'nosniff',
	'access-control-allow-origin': '*',
	'cross-origin-resource-policy': 'cross-origin',
}

/** /collect/{slug}/prompt.json: the words and colours of the card that `/embed/prompt.js` shows; a closed form has none. */
export function promptRenderer(db: Db): Renderer {
	return (path, search) => {
		const slug = pathPattern.exec(path)?.[1]
		if (!slug) return null
		const language = languagePattern.exec(new URLSearchParams(search).get('lang') ?? '')?.[0].toLowerCase()
		return {
			key: language ? `${path}?lang=${language}` : path,
			async render(site) {
				const found = await loadVersionedForm(db, slug)
				if (!found?.form.is_open) return null
				return { text: JSON.stringify(toPrompt(site, found.form, language)), headers, space: found.space }
			},
		}
	}
}

function toPrompt({ assets, config }: PublicSite, form: PublicForm, wanted: string | undefined): Prompt {
	const { name, brand } = form.space
	const language = formLanguages(form).find((one) => one === wanted) ?? form.locale
	const words = assets.pages.promptText(language, name)
	return {
		...words,
		text: form.intro ?? words.text,
		question: form.title,
		slug: form.slug,
		link: `${config.SITE_URL}/collect/${form.slug}?lang=${words.lang}&prompt`,
		logo: brand.logo_url && config.SITE_URL + brand.logo_url,
		style: brandDeclarations(brand.color),
	}
}
