import type { WallLanguage } from '#shared/wall/wall-languages.ts'

/** The texts of a form in one language. `{space}` is the name of the space. */
export type FormTexts = {
	/** A new form begins with this title and this consent text. */
	title: string
	consent_text: string
	/** Examples that the editor shows in empty fields. */
	thank_you: string
	link_label: string
}

/** The answer of the database function `form_texts`. */
export type FormTextsByLanguage = Readonly<Record<WallLanguage, FormTexts>>
