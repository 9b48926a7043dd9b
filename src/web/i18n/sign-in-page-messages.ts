import { arabic } from './ar/sign-in-page.ts'
import { german } from './de/sign-in-page.ts'
import { english, type SignInPageMessages } from './en/sign-in-page.ts'
import { spanish } from './es/sign-in-page.ts'
import { french } from './fr/sign-in-page.ts'
import { type PageMessages, pageMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function signInPageMessagesFor(locale: string): PageMessages<SignInPageMessages> {
	return pageMessages(tables, locale)
}
