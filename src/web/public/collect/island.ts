import type { CollectProps } from '#shared/page-props.ts'
import type { PublicForm } from '#shared/public-form.ts'
import type { CollectMessages } from '#web/i18n/en/collect.ts'

/** The parts of a form that its script needs; the rest is already in the HTML. */
export type IslandForm = Omit<
	PublicForm,
	'name' | 'intro' | 'max_seconds' | 'is_open' | 'wall' | 'locale' | 'space'
> & { space: { name: string } }

/** The data of the server for the page's script. */
export type Island = Omit<CollectProps, 'form' | 'linkState' | 'providers' | 'link'> & {
	form: IslandForm
	/**
	 * HTML of the section about the visitor's account, by account-section.tsx. In the browser it is empty and stays the same object,
	 * so that React leaves what the server rendered.
	 */
	account: { dangerouslySetInnerHTML: { __html: string } }
	words: CollectMessages
	lang: string
}

/** The supported kinds among those that the owner accepts; text where there is none. */
export function supportedKinds(form: Pick<IslandForm, 'accepts'>): ('text' | 'photo')[] {
	const offered = (['text', 'photo'] as const).filter((kind) => form.accepts.includes(kind))
	return offered.length > 0 ? offered : ['text']
}
