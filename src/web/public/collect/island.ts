import type { PublicForm } from '#shared/public-form.ts'
import type { CollectProps } from '#shared/rendered-page.ts'
import type { Words } from './words-en.ts'

/** What the server gives the page's script: everything that the form was drawn from. */
export type Island = CollectProps & { words: Words; lang: string }

/** One thing to fix. `target` is the id of the field that its link leads to. */
export type Problem = { field: string; target: string; text: string }

/** The kinds that can be sent today, of those the owner accepts; text where nothing else is left. */
export function offeredKinds(form: PublicForm): ('text' | 'photo')[] {
	const offered = (['text', 'photo'] as const).filter((kind) => form.accepts.includes(kind))
	return offered.length > 0 ? offered : ['text']
}
