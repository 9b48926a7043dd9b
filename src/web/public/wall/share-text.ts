import { quotationMarks } from '#shared/wall/quotation-marks.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import { textLanguage } from './typesetting.ts'

/** A testimonial as walls show it, and the address of its page. */
export type SharedItem = Pick<WallItem, 'title' | 'text' | 'author' | 'locale'> & { url: string }

/** Name, role and company; without a name the consent withholds it. */
export function attribution({ author }: SharedItem): string {
	return [author.name || 'Name withheld', author.title, author.company].filter(Boolean).join(', ')
}

/** The language of the words, for their quotation marks. */
export const languageOf = ({ text, locale }: SharedItem) => textLanguage(text, locale, locale ?? 'en')

/** The title, the words in the quotation marks of their language, then who said them and where. */
export function asText(item: SharedItem): string {
	const { open, close } = quotationMarks(languageOf(item))
	return [item.title, item.text ? `${open}${item.text}${close}` : '', `— ${attribution(item)}\n${item.url}`]
		.filter(Boolean)
		.join('\n\n')
}
