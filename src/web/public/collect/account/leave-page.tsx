import { renderToStaticMarkup } from 'react-dom/server'
import type { LeaveProps, RenderedPage } from '#shared/page-props.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'

/** The page between a form and a provider. Browsers leave it at once; its link is for those that do not. */
export function renderLeave({ url, provider, locale }: LeaveProps): RenderedPage {
	const words = verificationMessagesFor(locale)
	const text = interpolate(words.accountWith, { provider })
	return {
		lang: words.lang,
		dir: words.lang === 'ar' ? 'rtl' : 'ltr',
		title: text,
		body: renderToStaticMarkup(
			<main className="page">
				<p>
					<a className="btn first" href={url}>
						{text}
					</a>
				</p>
			</main>,
		),
	}
}
