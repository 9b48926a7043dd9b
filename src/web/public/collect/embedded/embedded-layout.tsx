import type { ReactNode } from 'react'
import type { CollectProps, FormEmbed } from '#shared/page-props.ts'
import type { CollectMessages } from '#web/i18n/en/collect.ts'
import { formPageMessagesFor } from '#web/i18n/form-page-messages.ts'
import { needsScript } from '#web/public/collect/island.ts'
import { Languages } from '#web/public/collect/languages.tsx'
import { FilledText } from '#web/public/page-shell/filled-text.tsx'
import { LargeStarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

/** The form on another website: less its own frame, as that site has said who asks. */
export function EmbeddedLayout({
	embed,
	form,
	props,
	words,
	lang,
	children,
}: {
	embed: FormEmbed
	form: CollectProps['form']
	props: CollectProps
	words: CollectMessages
	lang: string
	children: ReactNode
}) {
	const { close, reads } = formPageMessagesFor(lang)
	return (
		<>
			<LargeStarSymbol />
			<main className={`embedded in-${embed}`} data-close={close}>
				<header className="question">
					<h1 tabIndex={-1} dir="auto">
						{form.title}
					</h1>
				</header>
				{form.intro && form.is_open ? (
					<p className="intro" dir="auto">
						{form.intro}
					</p>
				) : null}
				<Languages languages={props.languages} lang={lang} />
				{form.is_open && needsScript(props, form.accepts) ? <p className="notice plainly">{words.needScript}</p> : null}
				{children}
				<p className="made">
					<span>
						<FilledText text={reads} values={{ space: form.space.name }} />
					</span>
					<span>
						{words.made} <Wordmark />
					</span>
				</p>
			</main>
		</>
	)
}
