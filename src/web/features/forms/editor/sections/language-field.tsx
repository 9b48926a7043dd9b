import { useState } from 'react'
import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { type WallLanguage, wallLanguages } from '#shared/wall/wall-languages.ts'
import { type DefaultField, formTextsFor, translateDefaults } from '#web/features/forms/default-texts.ts'
import type { FormFields } from '#web/features/forms/editor/form-draft.ts'
import { formatList, languageName } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import type { SectionProps } from './editor-section.tsx'

/** The languages of the page. */
const locales = ['en', 'de', 'es', 'fr', 'ar']

const fieldNames: Record<DefaultField, string> = { title: 'title', consent_text: 'consent' }

/** The language of the page. Texts that the owner has not changed follow it at once, and the field says which. */
export function LanguageField(props: Pick<SectionProps, 'draft' | 'edit'> & { texts: FormTextsByLanguage }) {
	const { draft, edit, texts } = props
	const { space } = useSpace()
	const [outcome, setOutcome] = useState<string | null>(null)
	const languages = locales.includes(draft.locale) ? locales : [draft.locale, ...locales]
	const choose = (locale: string) => {
		const [former, next] = [draft.locale, locale].map((one) => formTextsFor(texts, one, space.name))
		if (!former || !next) return
		const { texts: translated, kept } = translateDefaults(draft, former, next)
		const moved = (Object.keys(translated) as DefaultField[]).filter((field) => draft[field] !== next[field])
		setOutcome(describeOutcome(moved, kept, languageName(locales.includes(locale) ? locale : 'en')))
		edit({ locale, ...translated, ...consentOf(draft, locale) })
	}
	return (
		<SelectField
			label="Language"
			help={
				<span role="status">{outcome ?? 'Of the page’s own words, and of texts here that you have not changed.'}</span>
			}
			value={draft.locale}
			onChange={(event) => choose(event.target.value)}
		>
			{languages.map((locale) => (
				<option key={locale} value={locale}>
					{languageName(locale)}
				</option>
			))}
		</SelectField>
	)
}

/** A consent text that the owner wrote in the new language becomes that of the form; the former one is offered beside it. */
function consentOf(draft: Pick<FormFields, 'locale' | 'consent_text' | 'consent_texts'>, locale: string) {
	const { [locale as WallLanguage]: own, ...others } = draft.consent_texts
	if (own === undefined) return {}
	const former = wallLanguages.find((one) => one === draft.locale)
	return { consent_text: own, consent_texts: former ? { ...others, [former]: draft.consent_text } : others }
}

/** "The title is now in German. The consent is your own text and stays." */
function describeOutcome(moved: readonly DefaultField[], kept: readonly DefaultField[], language: string): string {
	const name = (fields: readonly DefaultField[]) => `The ${formatList(fields.map((field) => fieldNames[field]))}`
	return [
		moved.length > 0 ? `${name(moved)} ${moved.length > 1 ? 'are' : 'is'} now in ${language}.` : '',
		kept.length > 0 ? `${name(kept)} ${kept.length > 1 ? 'stay' : 'stays'} as written.` : '',
	]
		.filter(Boolean)
		.join(' ')
}
