import type { PromptText } from '#shared/form/prompt.ts'
import { arabic } from './ar/prompt.ts'
import { german } from './de/prompt.ts'
import { english } from './en/prompt.ts'
import { spanish } from './es/prompt.ts'
import { french } from './fr/prompt.ts'
import { interpolate, pageMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** Texts of the card that asks, in a language or else in English. */
export function promptText(language: string, space: string): PromptText {
	const { words, lang, dir } = pageMessages(tables, language)
	return { ...words, label: interpolate(words.label, { space }), lang, dir }
}
