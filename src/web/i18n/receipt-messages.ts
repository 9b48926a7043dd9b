import type { WallLanguage } from '#shared/wall-languages.ts'
import { arabic } from './ar/receipt.ts'
import { german } from './de/receipt.ts'
import { english, type ReceiptMessages } from './en/receipt.ts'
import { spanish } from './es/receipt.ts'
import { french } from './fr/receipt.ts'
import { findMessages } from './messages.ts'

const tables: Record<WallLanguage, ReceiptMessages> = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, with `lang` and `dir`; else English. */
export function receiptMessagesFor(locale: string): { words: ReceiptMessages; lang: string; dir: 'ltr' | 'rtl' } {
	const words = findMessages(tables, locale) ?? english
	const lang = words === english ? 'en' : locale.toLowerCase().slice(0, 2)
	return { words, lang, dir: words === arabic ? 'rtl' : 'ltr' }
}
