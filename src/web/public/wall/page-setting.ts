import type { PublicWall } from '#shared/wall.ts'
import { pagePhrasesFor } from './page-phrases.ts'
import type { PagePhrases } from './page-phrases-en.ts'
import { type Setting, settingOf } from './setting.ts'

/** What the components of the hosted page are given. */
export type PageSetting = Setting & {
	page: PagePhrases
	date: (iso: string, lang: string) => string
}

/** Links of the hosted page stay within the site, so its origin is empty. */
export function pageSettingOf(wall: PublicWall): PageSetting {
	const setting = settingOf(wall, '')
	return { ...setting, page: pagePhrasesFor(setting.phrases.lang), date: longDate }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const written = new Map<string, string>()

/** `2026-05-12T…` as `12 May 2026` in a language; the day is the one in UTC, the same for every reader. */
function longDate(iso: string, lang: string): string {
	const key = lang + iso.slice(0, 10)
	const known = written.get(key)
	if (known) return known
	const format =
		formats.get(lang) ??
		new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long', timeZone: 'UTC' })
	formats.set(lang, format)
	const text = format.format(new Date(iso))
	if (written.size > 5000) written.clear()
	written.set(key, text)
	return text
}
