import type { PublicForm } from '#shared/public-form.ts'
import type { CollectProps } from '#shared/rendered-page.ts'
import type { Words } from './words-en.ts'

/** Of a form, what its script needs; the rest stands on the page already. */
export type LiveForm = Omit<
	PublicForm,
	'name' | 'intro' | 'max_seconds' | 'is_open' | 'wall' | 'locale' | 'space'
> & { space: { name: string } }

/** What the server gives the page's script. */
export type Island = Omit<CollectProps, 'form'> & { form: LiveForm; words: Words; lang: string }

/** One thing to fix. `target` is the id of the field that its link leads to; without one it loads the page again. */
export type Problem = { field: string; target: string; text: string }

/** The kinds that can be sent today, of those the owner accepts; text where nothing else is left. */
export function offeredKinds(form: Pick<LiveForm, 'accepts'>): ('text' | 'photo')[] {
	const offered = (['text', 'photo'] as const).filter((kind) => form.accepts.includes(kind))
	return offered.length > 0 ? offered : ['text']
}
