import { X } from 'lucide-react'
import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { type WallLanguage, wallLanguages } from '#shared/wall/wall-languages.ts'
import { languageName } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { SectionProps } from './editor-section.tsx'

/** The consent in further languages. Visitors may read the page in each of them, and agree to its own words. */
export function ConsentLanguages({ draft, problems, edit, texts }: SectionProps & { texts: FormTextsByLanguage }) {
	const { consent_texts: given, locale } = draft
	const own = locale.toLowerCase().split('-')[0]
	const others = wallLanguages.filter((language) => language !== own)
	const written = others.filter((language) => given[language] !== undefined)
	const change = (language: WallLanguage, text: string) => edit({ consent_texts: { ...given, [language]: text } })
	const remove = (language: WallLanguage) => {
		const { [language]: _removed, ...rest } = given
		edit({ consent_texts: rest })
	}
	const missing = others.filter((language) => given[language] === undefined)
	return (
		<div className="editor-fields editor-languages">
			{written.map((language) => (
				<div key={language} className="editor-language">
					<TextAreaField
						label={`In ${languageName(language)}`}
						className="editor-short"
						lang={language}
						dir={language === 'ar' ? 'rtl' : 'auto'}
						maxLength={2000}
						value={given[language]}
						error={given[language]?.trim() === '' ? problems.consent_texts : undefined}
						onChange={(event) => change(language, event.target.value)}
					/>
					<IconButton label={`Do not offer ${languageName(language)}`} Icon={X} onClick={() => remove(language)} />
				</div>
			))}
			{missing.length > 0 ? (
				<fieldset className="editor-row" aria-labelledby="consent-languages">
					<span className="ui-help" id="consent-languages">
						Let visitors read the page in
					</span>
					{missing.map((language) => (
						<Button key={language} size="tiny" onClick={() => change(language, texts[language].consent_text)}>
							{languageName(language)}
						</Button>
					))}
				</fieldset>
			) : null}
			{written.length > 0 ? (
				<p className="ui-help">
					The page’s own words follow the visitor’s language; your title and questions stay as written. Who changes the
					language is asked for consent again.
				</p>
			) : null}
		</div>
	)
}
