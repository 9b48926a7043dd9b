import { useState } from 'react'
import { useTheme } from '#web/lib/browser/theme.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { MailFrame } from '#web/ui/mail/mail-frame.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { useCustomerMailPreview } from './use-customer-mails.ts'

const themes = [
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
] as const

/** The mail as it arrives, rendered by the server. */
export function MailPreview({ preview }: { preview: ReturnType<typeof useCustomerMailPreview> }) {
	const { data, error, isFetching, refetch } = preview
	const { space } = useSpace()
	const { dark } = useTheme()
	const [chosen, setTheme] = useState<'light' | 'dark' | null>(null)
	const theme = chosen ?? (dark ? 'dark' : 'light')
	return (
		<section className="cmail-preview" aria-labelledby="cmail-mail">
			<div className="cmail-top">
				<h2 className="ui-section-title" id="cmail-mail">
					So it arrives {isFetching ? <Spinner /> : null}
				</h2>
				<SegmentedControl label="Preview colours" value={theme} options={themes} onChange={setTheme} />
			</div>
			{error && !data ? (
				<Notice isError>
					<p>The mail could not be shown. {errorMessage(error)}</p>
					<Button size="tiny" busy={isFetching} onClick={() => void refetch()}>
						Try again
					</Button>
				</Notice>
			) : null}
			<article className="ui-mail" aria-label="Preview of the mail">
				<header>
					<strong dir="auto">{data?.subject}</strong>
					<bdi>{space.name}</bdi>
				</header>
				{data ? (
					<MailFrame html={data.html} size="phone" theme={theme} />
				) : (
					<div className="ui-mail-loading" aria-hidden="true" />
				)}
			</article>
			<p className="ui-small ui-quiet">With a sample of a testimonial. The links lead nowhere here.</p>
		</section>
	)
}
