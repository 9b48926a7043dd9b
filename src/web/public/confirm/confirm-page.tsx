import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ConfirmProps, RenderedPage } from '#shared/page-props.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { wallMessagesFor } from '#web/i18n/wall-messages.ts'
import { Brand } from '#web/public/page-shell/brand.tsx'
import { Icon, tick } from '#web/public/page-shell/icons.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

/** The page behind a mailed private link, before and after its address is confirmed. Opening it confirms nothing. */
export function renderConfirm({ receipt, locale, email, proof, path, isConfirmed }: ConfirmProps): RenderedPage {
	const { space, body } = receipt
	const words = verificationMessagesFor(locale)
	const mark = wallMessagesFor(words.lang).basis_email
	const quotation = body ? (
		<blockquote lang={receipt.locale} dir="auto">
			{body}
		</blockquote>
	) : null
	const title = isConfirmed ? words.confirmedTitle : words.confirmTitle
	return {
		lang: words.lang,
		dir: words.lang === 'ar' ? 'rtl' : 'ltr',
		title: `${title} ${space.name}`,
		paintedUpTo: 'answer',
		body: renderToStaticMarkup(
			<ConfirmLayout space={space} title={title} text={isConfirmed ? '' : interpolate(words.confirmText, { mark })}>
				{isConfirmed ? (
					<>
						<p className="done" role="status">
							<Icon drawing={tick} />
							{interpolate(words.confirmedText, { mark })}
						</p>
						{quotation}
						<a className="btn first" href={path}>
							{words.confirmedOpen}
						</a>
					</>
				) : (
					<>
						<p className="address" dir="ltr">
							{email}
						</p>
						{quotation}
						<div className="choices">
							<form method="post" action={path}>
								<input type="hidden" name="c" value={proof} />
								<button className="btn first" type="submit" name="do" value="confirm">
									{words.confirmYes}
								</button>
							</form>
							<a className="btn" href={path}>
								{words.confirmLater}
							</a>
						</div>
						<p className="hint">{interpolate(words.confirmHint, { space: space.name })}</p>
						<p className="hint">{words.confirmNotMine}</p>
					</>
				)}
			</ConfirmLayout>,
		),
	}
}

function ConfirmLayout(props: {
	space: ConfirmProps['receipt']['space']
	title: string
	text: string
	children: ReactNode
}) {
	const { space, title, text, children } = props
	return (
		<main className="spread">
			<header className="question">
				<Brand name={space.name} logo={space.brand.logo_url} />
				<h1>{title}</h1>
				{text ? <p className="intro">{text}</p> : null}
			</header>
			<div className="answer" id="answer">
				{children}
			</div>
			<p className="made">
				<Wordmark />
			</p>
		</main>
	)
}
