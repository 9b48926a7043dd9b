import { use } from 'react'
import type { RecorderMessages } from '#web/i18n/en/recorder.ts'
import { useRecorderContext } from './recorder-context.ts'

const loading = new Map<unknown, Promise<object>>()

/**
 * The texts of a screen that few visitors see, beside those that all screens share. Suspends until they are there.
 * @param load called once, with the language of the page
 */
export function useLateWords<Words extends object>(load: (lang: string) => Promise<Words>): RecorderMessages & Words {
	const { lang, words } = useRecorderContext()
	const loaded = (loading.get(load) as Promise<Words> | undefined) ?? load(lang)
	loading.set(load, loaded)
	// The next try loads them again.
	loaded.catch(() => loading.delete(load))
	return { ...words, ...use(loaded) }
}
