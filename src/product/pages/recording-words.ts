import { styleHash } from './document.ts'
import type { Site } from './site.ts'

/** Names the address of the texts about recordings, which a page's script loads when they are needed. The hash makes them immutable. */
export function recordingWordsTag({ assets: { pages } }: Site, lang: string): string {
	return `<meta name="recording-words" content="/collect-words/${lang}/recording?${textVersion(pages.recordingWords(lang))}">`
}

/** Changes with the texts. */
export function textVersion(words: Record<string, string>): string {
	return encodeURIComponent(styleHash(JSON.stringify(words)).slice(0, 8))
}
